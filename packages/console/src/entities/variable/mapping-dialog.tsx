import { variableMessages } from "@gatehouse/contract/entities/variable/variable.messages";
import type { dashboardMapping, Variable } from "@gatehouse/contract/entities/variable/variable.schema";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFault } from "../../ui/dialog-fault.tsx";
import classes from "./variable-form.module.css";

const fields: readonly Field<FieldName<typeof dashboardMapping>>[] = [
  { kind: "text", name: "displayName", label: "Display name" },
  { kind: "number", name: "maxValue", label: "Maximum value" },
];

interface MappingDialogProps {
  variable: Variable;
  onClose: () => void;
}

/** VAR-7: maps a variable to the reporting dashboard. */
export default function MappingDialog({ variable, onClose }: MappingDialogProps) {
  const { id, name, displayName, maxValue } = variable;
  const [fault, setFault] = useState<string>();
  const [initial] = useState(toFormValues(fields, { displayName: displayName ?? name, maxValue }));
  const form = useForm<Values, { displayName: string; maxValue: number }>({
    initial,
    schema: () => import("@gatehouse/contract/entities/variable/variable.schema").then((file) => file.dashboardMapping),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const answered = (key: keyof typeof variableMessages) => ({
    topics: ["variables"] as const,
    onSuccess: onClose,
    handles: (error: Error) => {
      form.blame(error);
      setFault(errorText(error, variableMessages[key].failure));
      return true;
    },
  });
  const map = useAction("POST /variables/{id}/dashboard-mapping", answered("POST /variables/{id}/dashboard-mapping"));
  const unmap = useAction(
    "POST /variables/{id}/remove-dashboard-mapping",
    answered("POST /variables/{id}/remove-dashboard-mapping"),
  );
  const save = form.onSubmit((body) => {
    setFault(undefined);
    map.mutate({ params: { id }, body });
  });
  return (
    <Dialog
      opened
      title={displayName === null ? "Map to dashboard" : "Change dashboard mapping"}
      onClose={onClose}
      isChanged={() => JSON.stringify(form.values) !== JSON.stringify(initial)}
    >
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        <DialogFault text={fault} />
        <p className={classes.about}>
          {"The reporting dashboard shows "}
          <b>{name}</b>
          {" under this name, relative to the maximum value."}
        </p>
        <FieldInputs fields={fields} form={form} />
        <div className={classes.buttons}>
          {displayName !== null && (
            <Button variant="default" loading={unmap.isPending} onClick={() => unmap.mutate({ params: { id } })}>
              Remove mapping
            </Button>
          )}
          <span className={classes.gap} />
          <Button type="submit" loading={map.isPending}>
            {displayName === null ? "Map" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
