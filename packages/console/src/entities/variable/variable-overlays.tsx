import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { showBanner } from "../../ui/banners.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import type { VariableLookup } from "./variable.queries.ts";
import { type AddedType, kinds } from "./variable-kinds.ts";

// What lies over the page comes when it is first opened.
const VariableDialog = lazyWithRetry(() => import("./variable-dialog.tsx"));
const ValueDrawer = lazyWithRetry(() => import("./value-drawer.tsx"));
const MappingDialog = lazyWithRetry(() => import("./mapping-dialog.tsx"));

const isAdded = (type: string | undefined): type is AddedType => type !== undefined && Object.hasOwn(kinds, type);

/** Whatever the address says is open of a variable: its form, what is behind its number, or its place on the dashboard. */
export function VariableOverlays({ scope, lookup }: { scope: VariableScope; lookup: VariableLookup }) {
  const edited = useOpenRecord("variables");
  const shown = useOpenRecord("values");
  const mapped = useOpenRecord("mappings");
  const all = lookup.query.data;
  const form = useRetainedRecord(all, all, edited.id);
  const behind = useRetainedRecord(all, all, shown.id);
  const mapping = useRetainedRecord(all, all, mapped.id);
  const isUnknown = form.isUnknown || behind.isUnknown || mapping.isUnknown;
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: "This variable does not exist any more" });
    edited.close();
  });
  useEffect(() => {
    if (isUnknown) giveUp();
  }, [isUnknown]);
  // A base variable has no form: a link to it shows where its number comes from.
  const read = behind.record ?? (form.record?.type === "base" ? form.record : undefined);
  return (
    <Suspense>
      {isAdded(edited.newKind) && (
        <VariableDialog
          key={edited.newKind}
          scope={scope}
          type={edited.newKind}
          opened="new"
          isDeleted={false}
          onClose={edited.close}
        />
      )}
      {form.record !== undefined && form.record.type !== "base" && (
        <VariableDialog
          key={form.record.id}
          scope={scope}
          type={form.record.type}
          opened={form.record}
          isDeleted={form.isDeleted}
          onClose={edited.close}
        />
      )}
      {read !== undefined && (
        <ValueDrawer variable={read} lookup={lookup} onShow={shown.open} onEdit={edited.open} onClose={shown.close} />
      )}
      {mapping.record !== undefined && (
        <MappingDialog key={mapping.record.id} variable={mapping.record} onClose={mapped.close} />
      )}
    </Suspense>
  );
}
