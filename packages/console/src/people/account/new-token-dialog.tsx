import type { tokenDraft } from "@gatehouse/contract/entities/account";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { permissionTitles, tokenPermissions } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { isSame } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import classes from "./account.module.css";

type TokenField = Field<FieldName<typeof tokenDraft>>;

const minuteMs = 60_000;
const suggestedMs = 90 * dayMs;

const loadRules = () => import("@gatehouse/contract/entities/account").then((file) => file.tokenDraft);

/** The end of a new token that the form suggests, in whole minutes like its input. */
const suggestEnd = () => new Date(Math.floor((Date.now() + suggestedMs) / minuteMs) * minuteMs).toISOString();

const toFields = (isAllowed: (permission: (typeof tokenPermissions)[number]) => boolean): readonly TokenField[] => [
  { kind: "text", name: "name", label: "Name", placeholder: "Backup script" },
  {
    kind: "codes",
    name: "permissions",
    label: "The token may",
    isStacked: true,
    choices: tokenPermissions.filter(isAllowed).map((value) => ({ value, label: permissionTitles[value] })),
  },
  { kind: "time", name: "expiresAt", label: "Expires", help: "Within one year", initial: suggestEnd() },
];

/** Creates a personal access token and shows it once. */
export default function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const [token, setToken] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  const [shownError, setShownError] = useState<Error>();
  const [fields] = useState(() => toFields(may));
  const [initial] = useState(() => toFormValues(fields, undefined));
  const form = useForm<Values, Input<"POST /auth/tokens">["body"]>({
    draft: "new-token",
    initial,
    schema: loadRules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const create = useAction("POST /auth/tokens", {
    topics: ["personal_tokens"],
    onSuccess: (response) => setToken(response.token),
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
  // Closing would lose the typed values, or the token.
  const isChanged = () => (token === undefined ? !isSame(form.values, initial) : !isCopied);
  return (
    <Dialog
      opened
      title="Create token"
      onClose={onClose}
      isChanged={isChanged}
      question={token === undefined ? undefined : "The token was not copied and cannot be shown again. Close anyway?"}
    >
      {token === undefined ? (
        <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
          <DialogError text={shownError && errorText(shownError, messagesOf("POST /auth/tokens")?.failure)} />
          <FieldInputs fields={fields} form={form} />
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </form>
      ) : (
        <OneTimeSecret value={token} isCopied={isCopied} onCopied={setIsCopied} onDone={onClose}>
          Copy the token now. It is shown only once.
        </OneTimeSecret>
      )}
    </Dialog>
  );
}
