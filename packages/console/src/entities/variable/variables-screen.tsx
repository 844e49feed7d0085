import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { IconSearch } from "@tabler/icons-react";
import { errorText } from "../../api/api-error.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useListParams } from "../../ui/use-list-params.ts";
import { BaseSection } from "./base-section.tsx";
import { FloatingActions } from "./floating-actions.tsx";
import { useSources, useVariables } from "./variable.queries.ts";
import type { AddedType } from "./variable-kinds.ts";
import { VariableOverlays } from "./variable-overlays.tsx";
import type { VariableActions } from "./variable-row.tsx";
import classes from "./variable-section.module.css";
import { type NumberedVariable, VariableSection } from "./variable-section.tsx";

interface VariablesScreenProps {
  scope: VariableScope;
  /** Describes the page. */
  purpose: string;
}

/** VAR-1: the variables of a scope, with a section per type. */
export function VariablesScreen({ scope, purpose }: VariablesScreenProps) {
  const isReadOnly = useReadOnly("POST /variables");
  const lookup = useVariables(scope);
  const sources = useSources(scope);
  const params = useListParams();
  const edited = useOpenRecord("variables");
  const shown = useOpenRecord("values");
  const mapped = useOpenRecord("mappings");
  const removal = useDeleteRecord({ key: "DELETE /variables/{id}", noun: "variable", topics: ["variables"] });
  const isSearched = params.text.trim() !== "";
  const rowsOf = (type: Variable["type"]) => numbered(lookup.all, type, params.text);
  const isPending = lookup.query.isPending || sources.isPending;
  const actions: VariableActions = {
    isReadOnly,
    onShow: shown.open,
    onEdit: edited.open,
    onDelete: ({ id, name }) => void removal.confirmAndDelete(name, { params: { id }, query: { scope } }),
    // VAR-7: only RFID access control has a reporting dashboard.
    onMap: scope === "rfid-ac" ? mapped.open : undefined,
  };
  const isShown = (type: AddedType) => {
    // A search shows matching sections only.
    if (isSearched) return rowsOf(type).length > 0;
    if (type === "camera") return sources.hasCameras || rowsOf(type).length > 0;
    if (type === "sensor") return sources.hasControllers || rowsOf(type).length > 0;
    return true;
  };
  return (
    <Page
      purpose={purpose}
      tools={
        <>
          {scope === "epld" && <TotalSlots count={lookup.all.filter(({ type }) => type === "base").length} />}
          <SearchBox label="Search variables" value={params.text} onSearch={params.search} />
        </>
      }
    >
      {lookup.query.isError && lookup.query.data === undefined ? (
        <LoadFailure
          text={errorText(lookup.query.error, variableMessages["GET /variables"].failure)}
          onRetry={() => void lookup.query.refetch()}
        />
      ) : (
        <>
          {sections
            .filter((type) => isShown(type))
            .map((type) => (
              <VariableSection
                key={type}
                scope={scope}
                type={type}
                rows={isPending ? undefined : rowsOf(type)}
                nameOf={lookup.nameOf}
                actions={actions}
                onAdd={() => edited.openNew(type)}
              />
            ))}
          {isSearched && !isPending && !lookup.all.some((variable) => isFound(variable, params.text)) && (
            <EmptyState icon={IconSearch} title="No variable matches">
              The search covers the names of all variables on this page.
            </EmptyState>
          )}
          {!isPending && (!isSearched || rowsOf("base").length > 0) && (
            <BaseSection
              scope={scope}
              rows={rowsOf("base")}
              isSearched={isSearched}
              nameOf={lookup.nameOf}
              actions={actions}
            />
          )}
          <FloatingActions scope={scope} query={lookup.query} />
        </>
      )}
      <Dialog opened={Boolean(removal.notice)} title="Still in use" onClose={removal.dismiss}>
        {/* A link in the notice closes it, so that it does not cover the linked record. */}
        <div onClickCapture={removal.dismiss}>{removal.notice}</div>
      </Dialog>
      <VariableOverlays scope={scope} lookup={lookup} />
    </Page>
  );
}

const sections: readonly AddedType[] = ["constant", "camera", "sensor", "dynamic"];

/** The variables of a type that match a search. */
function numbered(all: readonly Variable[], type: Variable["type"], text: string): NumberedVariable[] {
  return all
    .filter((variable) => variable.type === type)
    .map((variable, place) => ({ id: variable.id, number: place + 1, variable }))
    .filter(({ variable }) => isFound(variable, text));
}

const isFound = ({ name }: Variable, text: string) => name.toLowerCase().includes(text.trim().toLowerCase());

/** VAR-1: number of slots, each a base variable. */
function TotalSlots({ count }: { count: number }) {
  return (
    <p className={classes.slots}>
      Total Slots <b>{formatNumber(count)}</b>
    </p>
  );
}
