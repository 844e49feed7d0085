import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { Button } from "@mantine/core";
import { IconChevronRight, IconPlus, IconSearch } from "@tabler/icons-react";
import { useId } from "react";
import { errorText } from "../../api/api-error.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { LongTable } from "../../ui/long-table.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useListParams } from "../../ui/use-list-params.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { FloatingActions } from "./floating-actions.tsx";
import { useSources, useVariables } from "./variable.queries.ts";
import { columnsOf, valueTitleOf } from "./variable-columns.ts";
import { type AddedType, counted, kinds } from "./variable-kinds.ts";
import { VariableOverlays } from "./variable-overlays.tsx";
import { type VariableActions, VariableRow } from "./variable-row.tsx";
import classes from "./variable-section.module.css";

interface VariablesPageProps {
  scope: VariableScope;
  /** Describes the page. */
  purpose: string;
}

/** The variables of a scope, with a section per type. */
export default function VariablesPage({ scope, purpose }: VariablesPageProps) {
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
    // Only RFID access control has a reporting dashboard.
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
        <LoadError
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
    .map((variable, index) => ({ id: variable.id, number: index + 1, variable }))
    .filter(({ variable }) => isFound(variable, text));
}

const isFound = ({ name }: Variable, text: string) => name.toLowerCase().includes(text.trim().toLowerCase());

/** Number of slots, each a base variable. */
function TotalSlots({ count }: { count: number }) {
  return (
    <p className={classes.slots}>
      Total Slots <b>{formatNumber(count)}</b>
    </p>
  );
}

interface BaseSectionProps {
  scope: VariableScope;
  rows: readonly NumberedVariable[];
  isSearched: boolean;
  nameOf: (id: number) => string;
  actions: VariableActions;
}

/** Values counted by the hardware, so that every variable can be traced to its source. */
function BaseSection({ scope, rows, isSearched, nameOf, actions }: BaseSectionProps) {
  const id = useId();
  const [isKeptOpen, keepOpen] = useStoredChoice("variables.base-open", false);
  // A search includes this section.
  const isOpen = isKeptOpen || isSearched;
  const { about, none } = counted[scope];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => keepOpen(!isKeptOpen)}>
            <IconChevronRight size={16} aria-hidden />
            Base Variables
          </button>
        </h2>
        <span className={classes.count}>{rows.length}</span>
        <p className={classes.about}>{rows.length === 0 && !isSearched ? none : about}</p>
      </div>
      {isOpen && rows.length > 0 && (
        <LongTable label="Base Variables" columns={columnsOf(scope, "base")} rows={rows}>
          {({ variable, number }, index) => (
            <VariableRow
              key={variable.id}
              variable={variable}
              number={number}
              place={index}
              valueTitle="Value"
              hasTotal={scope === "epld"}
              nameOf={nameOf}
              actions={actions}
            />
          )}
        </LongTable>
      )}
    </section>
  );
}

interface VariableSectionProps {
  scope: VariableScope;
  type: AddedType;
  /** Undefined while loading. */
  rows: readonly NumberedVariable[] | undefined;
  nameOf: (id: number) => string;
  actions: VariableActions;
  onAdd: () => void;
}

/** A variable with its row number, which a search does not change. */
interface NumberedVariable {
  readonly id: number;
  readonly number: number;
  readonly variable: Variable;
}

/** The variables of a type, with a button to add one. */
function VariableSection({ scope, type, rows, nameOf, actions, onAdd }: VariableSectionProps) {
  const id = useId();
  const { title, noun, empty } = kinds[type];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <span className={classes.count}>{rows?.length}</span>
        {!actions.isReadOnly && (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
            {`Add new ${noun}`}
          </Button>
        )}
      </div>
      <LongTable
        label={title}
        columns={columnsOf(scope, type)}
        rows={rows}
        empty={<p className={classes.none}>{empty}</p>}
      >
        {({ variable, number }, index) => (
          <VariableRow
            key={variable.id}
            variable={variable}
            number={number}
            place={index}
            valueTitle={valueTitleOf(scope, type)}
            hasTotal={scope === "epld" && type !== "constant"}
            nameOf={nameOf}
            actions={actions}
          />
        )}
      </LongTable>
    </section>
  );
}
