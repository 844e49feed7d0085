import type { dashboardMapping, Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { ConflictNotice } from "../../forms/conflict-notice.tsx";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { isSame, takeOver } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./variable-form.module.css";

const fields: readonly Field<FieldName<typeof dashboardMapping>>[] = [
  { kind: "text", name: "displayName", label: "Display name" },
  { kind: "number", name: "maxValue", label: "Maximum value" },
];

/** The variable's name is suggested as display name. */
const withDefaultName = ({ name, displayName, maxValue }: Variable) => ({ displayName: displayName ?? name, maxValue });

const toInitial = (variable: Variable) => toFormValues(fields, withDefaultName(variable));

const mapKey = "POST /variables/{id}/dashboard-mapping";
const unmapKey = "POST /variables/{id}/remove-dashboard-mapping";

interface MappingDialogProps {
  variable: Variable;
  onClose: () => void;
}

/** Maps a variable to the reporting dashboard. */
export default function MappingDialog({ variable, onClose }: MappingDialogProps) {
  // The version that the edits are based on: a newer one must not be overwritten unnoticed.
  const [base, setBase] = useState(variable);
  const { id, name, displayName } = base;
  const [shownError, setShownError] = useState<string>();
  const [conflict, setConflict] = useState<Variable>();
  const initial = toInitial(base);
  const form = useForm<Values, { displayName: string; maxValue: number }>({
    draft: `mapping.${id}`,
    initial,
    schema: () => import("@gatehouse/contract/entities/variable").then((file) => file.dashboardMapping),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const answered = (key: keyof typeof variableMessages) => ({
    topics: ["variables"] as const,
    onSuccess: onClose,
    handles: (error: Error) => {
      form.blame(error);
      const current = error instanceof ApiError && error.code === "record/changed" && (error.current as Variable);
      if (current && key === mapKey) {
        takeOver(fields, form, initial, toInitial(current));
        setConflict(current);
      } else {
        if (current) reload(current);
        setShownError(errorText(error, variableMessages[key].failure));
      }
      return true;
    },
  });
  const map = useAction(mapKey, answered(mapKey));
  const unmap = useAction(unmapKey, answered(unmapKey));
  const clear = () => {
    setShownError(undefined);
    setConflict(undefined);
  };
  const save = (ifMatch: number) =>
    form.onSubmit((body) => {
      clear();
      map.mutate({ params: { id }, body, ifMatch });
    });
  const remove = () => {
    clear();
    unmap.mutate({ params: { id }, ifMatch: base.version });
  };
  const reload = (current: Variable) => {
    clear();
    setBase(current);
    form.reset(toInitial(current));
  };
  return (
    <Dialog
      opened
      title={displayName === null ? "Map to dashboard" : "Change dashboard mapping"}
      onClose={onClose}
      isChanged={() => !isSame(form.values, initial)}
    >
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void save(base.version)(event)}>
        <DialogError text={shownError} />
        {conflict !== undefined && (
          <ConflictNotice
            fields={fields}
            opened={initial}
            mine={form.values}
            theirs={withDefaultName(conflict)}
            onOverwrite={(event) => void save(conflict.version)(event)}
            onReload={() => reload(conflict)}
          />
        )}
        <p className={classes.about}>
          {"The reporting dashboard shows "}
          <b>{name}</b>
          {" under this name, relative to the maximum value."}
        </p>
        <FieldInputs fields={fields} form={form} />
        <div className={classes.buttons}>
          {displayName !== null && (
            <Button variant="default" loading={unmap.isPending} onClick={remove}>
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
