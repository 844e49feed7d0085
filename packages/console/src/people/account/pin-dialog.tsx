import { pinHint, pinLimits } from "@gatehouse/contract/entities/auth/pin";
import { pinMismatch } from "@gatehouse/contract/entities/auth/pin.messages";
import { required } from "@gatehouse/contract/fields/required";
import { Button, PasswordInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { asksForCurrentPassword } from "./password-form.tsx";
import classes from "./pin-card.module.css";

interface PinDialogProps {
  change: "set" | "remove";
  onClose: () => void;
}

const loadSchemas = () => import("@gatehouse/contract/entities/auth/pin");
type PinBody = Input<"PUT /auth/pin">["body"];
type FieldName = "pin" | "confirmPin" | "currentPassword";

/** A new PIN, or the removal of the PIN. Asks for the password if the server needs it. */
export default function PinDialog({ change, onClose }: PinDialogProps) {
  const isSet = change === "set";
  const isChanged = useRef(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({
    draft: null,
    initial: { pin: "", confirmPin: "", currentPassword: "" },
    schema: () => loadSchemas().then(({ newPin, pinRemoval }) => (isSet ? newPin : pinRemoval)),
    toPayload: ({ pin, currentPassword }) => ({
      ...(isSet && { pin }),
      ...(currentPassword !== "" && { currentPassword }),
    }),
    alsoCheck: ({ pin, confirmPin, currentPassword }) => ({
      ...(isSet && confirmPin === "" && { confirmPin: required }),
      ...(isSet && confirmPin !== "" && confirmPin !== pin && { confirmPin: pinMismatch }),
      ...(needsPassword && currentPassword === "" && { currentPassword: required }),
    }),
  });
  // The field appears after its error.
  useEffect(() => {
    if (needsPassword) form.ref.current?.querySelector<HTMLElement>('[name="currentPassword"]')?.focus();
  }, [needsPassword, form.ref]);
  const options = {
    topics: ["pins"],
    onSuccess: onClose,
    handles: (error: Error) => {
      if (asksForCurrentPassword(error)) setNeedsPassword(true);
      form.blame(error);
      return true;
    },
  } as const;
  const save = useAction("PUT /auth/pin", options);
  const remove = useAction("DELETE /auth/pin", options);
  const run = isSet ? save : remove;
  const submit = form.onSubmit((body) => (isSet ? save.mutate({ body: body as PinBody }) : remove.mutate({ body })));

  const field = (name: FieldName) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      form.set(name, event.currentTarget.value);
      isChanged.current = true;
    },
  });
  const pinField = { inputMode: "numeric", autoComplete: "off", maxLength: pinLimits.maxDigits } as const;
  const hasFieldError = run.error instanceof ApiError && run.error.errors.length > 0;

  return (
    <Dialog opened title={isSet ? "Set PIN" : "Remove PIN"} onClose={onClose} isChanged={() => isChanged.current}>
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <DialogError text={run.error && !hasFieldError ? errorText(run.error) : undefined} />
        {isSet ? (
          <>
            <PasswordInput label="New PIN" description={pinHint} {...pinField} {...field("pin")} />
            <PasswordInput label="Repeat PIN" {...pinField} {...field("confirmPin")} />
          </>
        ) : (
          <p>Others can't switch to you until you set a new PIN.</p>
        )}
        {needsPassword && (
          <PasswordInput
            label="Current password"
            description="You signed in more than five minutes ago."
            autoComplete="current-password"
            {...field("currentPassword")}
          />
        )}
        <Button type="submit" loading={run.isPending} data-autofocus={isSet ? undefined : true}>
          {isSet ? "Save PIN" : "Remove PIN"}
        </Button>
      </form>
    </Dialog>
  );
}
