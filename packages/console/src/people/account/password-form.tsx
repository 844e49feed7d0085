import { authMessages } from "@gatehouse/contract/entities/auth/auth.messages";
import { required } from "@gatehouse/contract/fields/required";
import { freshSessionMinutes } from "@gatehouse/contract/session-limits";
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, errorText } from "../../api/api-error.ts";
import { type CallResponse, call } from "../../api/call.ts";
import { currentSession } from "../../api/session.ts";
import { useForm } from "../../forms/use-form.ts";
import classes from "./account.module.css";

interface PasswordFormProps {
  call: "POST /auth/reset-password" | "POST /auth/change-password";
  /** Message if the two fields differ. */
  mismatch: string;
  /** Receives the new session. */
  onDone: (response: CallResponse<"POST /auth/reset-password">) => void;
  /** Receives the server's error; undefined on a new attempt. */
  onError: (text: string | undefined) => void;
  onChange?: () => void;
}

type FieldName = "currentPassword" | "password" | "confirmPassword";

const loadSchema = () => import("@gatehouse/contract/entities/auth/auth").then((file) => file.passwordChange);

/** Whether the server will ask for the current password soon, or does so already. */
function isSessionOld(): boolean {
  const session = currentSession();
  if (session === null || !session.passwordChanged) return false;
  const typingMs = 60_000;
  return Date.now() - session.signedInAtMs >= freshSessionMinutes * 60_000 - typingMs;
}

/** Whether the server asks for the current password. */
export const asksForCurrentPassword = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ path }) => path === "currentPassword");

/** Form for a new password, on the page and in the dialog. */
export function PasswordForm({ call: key, mismatch, onDone, onError, onChange }: PasswordFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isCurrentNeeded, setIsCurrentNeeded] = useState(isSessionOld);
  const form = useForm({
    draft: null,
    initial: { currentPassword: "", password: "", confirmPassword: "" },
    schema: loadSchema,
    toPayload: ({ password, currentPassword }) => ({ password, ...(isCurrentNeeded && { currentPassword }) }),
    alsoCheck: ({ password, confirmPassword, currentPassword }) => ({
      ...(isCurrentNeeded && currentPassword === "" && { currentPassword: required }),
      ...(confirmPassword === "" && { confirmPassword: required }),
      ...(confirmPassword !== "" && confirmPassword !== password && { confirmPassword: mismatch }),
    }),
  });

  const save = form.onSubmit(async (body) => {
    setIsBusy(true);
    onError(undefined);
    try {
      onDone(await call(key, { body }));
    } catch (error) {
      // The field has to exist before it can be focused.
      if (asksForCurrentPassword(error)) flushSync(() => setIsCurrentNeeded(true));
      form.blame(error);
      onError(errorText(error, authMessages[key].failure));
      setIsBusy(false);
    }
  });

  const field = (name: FieldName) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    autoComplete: name === "currentPassword" ? "current-password" : "new-password",
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      form.set(name, event.currentTarget.value);
      onChange?.();
    },
  });

  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={save}>
      {isCurrentNeeded && <PasswordInput label="Current password" {...field("currentPassword")} />}
      <PasswordInput
        label="Password"
        description="At least 10 characters, not a common password"
        {...field("password")}
      />
      <PasswordInput label="Confirm password" {...field("confirmPassword")} />
      <Button type="submit" loading={isBusy}>
        Reset Password
      </Button>
    </form>
  );
}
