import { type integrationKeyDraft, keyPurposes, keyPurposeTitles } from "@gatehouse/contract/entities/integration";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInput } from "../../forms/field-input.tsx";
import { isSame } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import classes from "./integration.module.css";

const fields: readonly Field<FieldName<typeof integrationKeyDraft>>[] = [
  { kind: "text", name: "name", label: "Name", placeholder: "Reservation cloud" },
  {
    kind: "option",
    name: "purpose",
    label: "For",
    choices: keyPurposes.map((value) => ({ value, label: keyPurposeTitles[value] })),
  },
];
const loadRules = () => import("@gatehouse/contract/entities/integration").then((file) => file.integrationKeyDraft);

/** Creates a key and shows it once. */
export default function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  const [shownError, setShownError] = useState<Error>();
  const initial = toFormValues(fields, undefined);
  const form = useForm<Values, { name: string; purpose: (typeof keyPurposes)[number] }>({
    draft: "new-key",
    initial,
    schema: loadRules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const create = useAction("POST /integration-keys", {
    topics: ["integration_keys"],
    onSuccess: (response) => setKey(response.key),
    handles: (error) => {
      form.blame(error);
      setShownError(error);
      return true;
    },
  });
  const submit = form.onSubmit((body) => {
    setShownError(undefined);
    create.mutate({ body });
  });
  // Closing would lose the typed values, or the key.
  const isChanged = () => (key === undefined ? !isSame(form.values, initial) : !isCopied);
  return (
    <Dialog
      opened
      title="Create key"
      onClose={onClose}
      isChanged={isChanged}
      question={key === undefined ? undefined : "The key was not copied and cannot be shown again. Close anyway?"}
    >
      {key === undefined ? (
        <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
          <DialogError text={shownError && errorText(shownError, messagesOf("POST /integration-keys")?.failure)} />
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              values={form.values}
              errors={form.errors as Record<string, string | undefined>}
              isEdit={false}
              onChange={(value) => form.set(field.name, value)}
            />
          ))}
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </form>
      ) : (
        <OneTimeSecret value={key} isCopied={isCopied} onCopied={setIsCopied} onDone={onClose}>
          Copy the key now. It can't be shown again.
        </OneTimeSecret>
      )}
    </Dialog>
  );
}
