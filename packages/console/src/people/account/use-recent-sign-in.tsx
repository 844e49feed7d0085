import { secondFactorMessages } from "@gatehouse/contract/entities/auth/second-factor.messages";
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./second-factor.module.css";

/** The person did not confirm the password. */
export class NotConfirmed extends Error {}

interface RecentSignIn {
  /** Runs a change; if the sign-in is too long ago, asks for the password and runs it again. */
  run: <T>(change: () => Promise<T>) => Promise<T>;
  /** The open question for the password. */
  question: ReactNode;
}

/** Changes of the account in an old session need the password again. */
export function useRecentSignIn(): RecentSignIn {
  const [waiting, setWaiting] = useState<{ answer: (isConfirmed: boolean) => void }>();
  const run = async <T,>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "auth/recent-sign-in-needed") throw error;
      const isConfirmed = await new Promise<boolean>((answer) => setWaiting({ answer }));
      setWaiting(undefined);
      if (!isConfirmed) throw new NotConfirmed();
      return change();
    }
  };
  return { run, question: waiting && <ConfirmPasswordDialog onAnswer={waiting.answer} /> };
}

function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Inside another form, in React's tree.
    event.stopPropagation();
    const password = String(new FormData(event.currentTarget).get("password"));
    setIsBusy(true);
    setShownError(undefined);
    try {
      await call("POST /auth/confirm-password", { body: { password } });
      onAnswer(true);
    } catch (error) {
      setShownError(errorText(error, secondFactorMessages["POST /auth/confirm-password"].failure));
      setIsBusy(false);
    }
  };
  return (
    <Dialog opened title="Confirm your password" onClose={() => onAnswer(false)}>
      <form className={classes.form} onSubmit={(event) => void confirm(event)}>
        <DialogError text={shownError} />
        <p>You signed in more than five minutes ago. Enter your password to change your second factor.</p>
        <PasswordInput name="password" label="Current password" autoComplete="current-password" required />
        <Button type="submit" loading={isBusy}>
          Confirm
        </Button>
      </form>
    </Dialog>
  );
}
