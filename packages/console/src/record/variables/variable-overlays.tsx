import type { VariableScope } from "@gatehouse/contract/entities/variable";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useMay } from "../../api/permissions.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { useStaysOpen } from "../../forms/use-stays-open.ts";
import { showBanner } from "../../ui/banners.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import type { VariableLookup } from "./variable.queries.ts";
import { type AddedType, kinds } from "./variable-kinds.ts";

// Loaded when first opened.
const VariableDialog = lazyWithRetry(() => import("./variable.resource.tsx"));
const ValueDrawer = lazyWithRetry(() => import("./value-drawer.tsx"));
const MappingDialog = lazyWithRetry(() => import("./mapping-dialog.tsx"));

const isAddedType = (type: string | undefined): type is AddedType => type !== undefined && Object.hasOwn(kinds, type);

/** Shows the overlay that the URL names: a form, the explanation of a value, or a dashboard mapping. */
export function VariableOverlays({ scope, lookup }: { scope: VariableScope; lookup: VariableLookup }) {
  const may = useMay();
  const edited = useOpenRecord("variables");
  const shown = useOpenRecord("values");
  const mapped = useOpenRecord("mappings");
  const isAdding = useStaysOpen(isAddedType(edited.newKind), may("POST /variables"));
  const all = lookup.query.data;
  const form = useRetainedRecord(all, all, edited.id);
  const behind = useRetainedRecord(all, all, shown.id);
  const mapping = useRetainedRecord(all, all, mapped.id);
  const isUnknown = form.isUnknown || behind.isUnknown || mapping.isUnknown;
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: "This variable no longer exists" });
    edited.close();
  });
  useEffect(() => {
    if (isUnknown) giveUp();
  }, [isUnknown]);
  // A base variable has no form, so a link to it explains its value.
  const read = behind.record ?? (form.record?.type === "base" ? form.record : undefined);
  return (
    <Suspense>
      {isAdding && isAddedType(edited.newKind) && (
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
      {mapping.record !== undefined && may("POST /variables/{id}/dashboard-mapping") && (
        <MappingDialog key={mapping.record.id} variable={mapping.record} onClose={mapped.close} />
      )}
    </Suspense>
  );
}
