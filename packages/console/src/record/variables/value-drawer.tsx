import type { Variable } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { Button, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconPencil, IconScale } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { parseDecimal } from "../../forms/field.ts";
import { useForm } from "../../forms/use-form.ts";
import { askToClose } from "../../ui/ask-to-leave.ts";
import { formatNumber, formatSigned } from "../../ui/format-number.ts";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { MovementLedger } from "./movement-ledger.tsx";
import classes from "./value-drawer.module.css";
import type { VariableLookup } from "./variable.queries.ts";
import { VariableGraph } from "./variable-graph.tsx";
import { isBelowZero } from "./variable-kinds.ts";

interface ValueDrawerProps {
  variable: Variable;
  lookup: VariableLookup;
  /** Opens another variable. */
  onShow: (id: number) => void;
  onEdit: (id: number) => void;
  onClose: () => void;
}

/** Explains a value: its inputs, its users, and all events and corrections. */
export default function ValueDrawer({ variable, lookup, onShow, onEdit, onClose }: ValueDrawerProps) {
  const canChange = useMay()("PUT /variables/{id}");
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isTyped = useRef(false);
  const leave = async (go: () => void) => {
    if (isTyped.current && !(await askToClose())) return;
    isTyped.current = false;
    setIsCorrecting(false);
    go();
  };
  const { id, name, type, computedValue, totalCapacity } = variable;
  return (
    <SideSheet title="Behind this number" width={640} onClose={onClose} isChanged={() => isTyped.current}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <p className={classes.value}>
          <span className={classes.number}>{formatNumber(computedValue)}</span>
          {totalCapacity !== null && type !== "base" && <span>{`of ${formatNumber(totalCapacity)}`}</span>}
        </p>
        {isBelowZero(variable) && (
          <p className={classes.wrong}>
            <IconAlertTriangle size={16} aria-hidden />
            {variableTexts.belowZero}
          </p>
        )}
        <div className={classes.buttons}>
          {canChange && type !== "constant" && !isCorrecting && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconScale size={14} aria-hidden />}
              onClick={() => setIsCorrecting(true)}
            >
              Correct value
            </Button>
          )}
          {canChange && type !== "base" && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => void leave(() => onEdit(id))}
            >
              Edit
            </Button>
          )}
        </div>
      </div>
      {isCorrecting && (
        <CorrectionForm
          key={id}
          variable={variable}
          onTyped={(now) => {
            isTyped.current = now;
          }}
          onClose={() => {
            isTyped.current = false;
            setIsCorrecting(false);
          }}
        />
      )}
      <VariableGraph variable={variable} lookup={lookup} onShow={(other) => void leave(() => onShow(other))} />
      {type === "constant" ? (
        <p className={classes.about}>A constant only changes when it is edited.</p>
      ) : (
        <MovementLedger key={id} variable={variable} />
      )}
    </SideSheet>
  );
}

interface CorrectionFormProps {
  variable: Variable;
  /** Reports unsaved input. */
  onTyped: (isTyped: boolean) => void;
  onClose: () => void;
}

/** Corrects a value to what was counted, with a reason; adds an entry to its ledger. */
function CorrectionForm({ variable, onTyped, onClose }: CorrectionFormProps) {
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
        error={form.errors.value}
        onChange={(event) => form.set("value", event.currentTarget.value)}
      />
      <TextInput
        name="reason"
        label="Reason"
        autoComplete="off"
        placeholder="Counted by hand after the storm"
        value={reason}
        error={form.errors.reason}
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
