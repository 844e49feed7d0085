import { authMessages } from "@gatehouse/contract/entities/auth/auth.messages";
import { required } from "@gatehouse/contract/fields/required";
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { type Answered, call } from "../../api/call.ts";
import { useForm } from "../../forms/use-form.ts";
import classes from "./password-form.module.css";

interface PasswordFormProps {
  call: "POST /auth/reset-password" | "POST /auth/change-password";
  /** Message if the two fields differ. */
  mismatch: string;
  /** Receives the new session. */
  onDone: (answer: Answered<"POST /auth/reset-password">) => void;
  /** Receives the server's error; undefined on a new attempt. */
  onFault: (text: string | undefined) => void;
  onChange?: () => void;
}

const loadSchema = () => import("@gatehouse/contract/entities/auth/auth.schema").then((file) => file.passwordChange);

/** AUTH-5, AUTH-6: form for a new password, on the page and in the dialog. */
export function PasswordForm({ call: key, mismatch, onDone, onFault, onChange }: PasswordFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    initial: { password: "", confirmPassword: "" },
    schema: loadSchema,
    toPayload: ({ password }) => ({ password }),
    alsoCheck: ({ password, confirmPassword }) => ({
      ...(confirmPassword === "" && { confirmPassword: required }),
      ...(confirmPassword !== "" && confirmPassword !== password && { confirmPassword: mismatch }),
    }),
  });

  const save = form.onSubmit(async (body) => {
    setIsBusy(true);
    onFault(undefined);
    try {
      onDone(await call(key, { body }));
    } catch (error) {
      form.blame(error);
      onFault(errorText(error, authMessages[key].failure));
      setIsBusy(false);
    }
  });

  const field = (name: "password" | "confirmPassword") => ({
    name,
    value: form.values[name],
    error: form.faults[name],
    autoComplete: "new-password",
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      form.set(name, event.currentTarget.value);
      onChange?.();
    },
  });

  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={save}>
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
