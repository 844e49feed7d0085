import type { Variable } from "@gatehouse/contract/entities/variable";
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useAction } from "../../api/use-action.ts";
import { parseDecimal } from "../../forms/field.ts";
import { useForm } from "../../forms/use-form.ts";
import { formatNumber, formatSigned } from "../../ui/format-number.ts";
import classes from "./value-drawer.module.css";

interface CorrectionFormProps {
  variable: Variable;
  /** Reports unsaved input. */
  onTyped: (isTyped: boolean) => void;
  onClose: () => void;
}

/** Corrects a value to what was counted, with a reason; adds an entry to its ledger. */
export function CorrectionForm({ variable, onTyped, onClose }: CorrectionFormProps) {
  const { id, computedValue } = variable;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const form = useForm({
    draft: `correction.${id}`,
    initial: { value: "", reason: "" },
    schema: () => import("@gatehouse/contract/entities/variable").then((file) => file.correctionDraft),
    toPayload: ({ value, reason }) => ({
      ...(value.trim() !== "" && { value: parseDecimal(value.trim()) }),
      reason: reason.trim(),
    }),
  });
  const { value, reason } = form.values;
  const isTyped = value !== "" || reason !== "";
  useEffect(() => onTyped(isTyped), [onTyped, isTyped]);
  const correct = useAction("POST /variables/{id}/corrections", {
    topics: ["variables"],
    onSuccess: onClose,
    handles: (error) => form.blame(error),
  });
  const save = form.onSubmit((body) => correct.mutate({ params: { id }, body }));
  const counted = value.trim() === "" ? Number.NaN : Number(value);
  return (
    <form
      ref={form.ref}
      className={classes.correction}
      aria-label="Correct value"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <TextInput
        ref={first}
        name="value"
        label="Counted value"
        inputMode="decimal"
        autoComplete="off"
        description={
          Number.isNaN(counted)
            ? `Now ${formatNumber(computedValue)}`
            : `Now ${formatNumber(computedValue)}: a correction of ${formatSigned(counted - computedValue)}`
        }
        value={value}
        error={form.faults.value}
        onChange={(event) => form.set("value", event.currentTarget.value)}
      />
      <TextInput
        name="reason"
        label="Reason"
        autoComplete="off"
        placeholder="Counted by hand after the storm"
        value={reason}
        error={form.faults.reason}
        onChange={(event) => form.set("reason", event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={correct.isPending}>
          Correct
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
