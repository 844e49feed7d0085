import type { shelfDraft } from "@gatehouse/contract/entities/alert";
import { alertMessages } from "@gatehouse/contract/entities/alert.messages";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { DialogError } from "../../ui/dialog-error.tsx";
import { useLayer } from "../../ui/use-layer.ts";
import classes from "./alert-list.module.css";

const key = "POST /alerts/{id}/shelve";

const fields: readonly Field<FieldName<typeof shelfDraft>>[] = [
  {
    kind: "option",
    name: "minutes",
    label: "Shelve for",
    initial: "60",
    sendsNumber: true,
    choices: [
      { value: "15", label: "15 minutes" },
      { value: "60", label: "1 hour" },
      { value: "240", label: "4 hours" },
      { value: "480", label: "8 hours" },
    ],
  },
  { kind: "text", name: "reason", label: "Reason", placeholder: "Technician comes at 15:00" },
];

interface ShelveFormProps {
  id: number;
  title: string;
  onClose: () => void;
}

/** Hides an alert for a time, with a reason. */
export default function ShelveForm({ id, title, onClose }: ShelveFormProps) {
  const form = useForm<Values, Input<typeof key>["body"]>({
    draft: `shelve.${id}`,
    initial: toFormValues(fields, undefined),
    schema: () => import("@gatehouse/contract/entities/alert").then((file) => file.shelfDraft),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  // In the sheet of the bell, Escape closes the form first.
  useLayer(onClose);
  useEffect(() => {
    form.ref.current?.querySelector("select")?.focus();
  }, [form.ref]);
  const shelve = useAction(key, {
    topics: ["alerts"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  return (
    <form
      ref={form.ref}
      className={classes.shelf}
      aria-label={`Shelve: ${title}`}
      noValidate
      onSubmit={(event) => void form.onSubmit((body) => shelve.mutate({ params: { id }, body }))(event)}
    >
      <DialogError text={shelve.error ? errorText(shelve.error, alertMessages[key].failure) : undefined} />
      <div className={classes.shelfFields}>
        <FieldInputs fields={fields} form={form} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={shelve.isPending}>
          Shelve
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
