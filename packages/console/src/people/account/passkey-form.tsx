import { maxPasskeyName } from "@gatehouse/contract/entities/auth/second-factor";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { addPasskey, passkeyErrorText } from "../../api/passkeys.ts";
import { startSession } from "../../api/session.ts";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./second-factor.module.css";
import type { NewCodes } from "./totp-form.tsx";
import { NotConfirmed, useRecentSignIn } from "./use-recent-sign-in.tsx";

/** Creates a passkey on this device. */
export function PasskeyForm({ onDone }: { onDone: (codes: NewCodes) => void }) {
  const { run, question } = useRecentSignIn();
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    setIsBusy(true);
    setShownError(undefined);
    try {
      const { token, recoveryCodes } = await run(() => addPasskey(name));
      startSession(token);
      onDone(recoveryCodes);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setShownError(passkeyErrorText(error));
      setIsBusy(false);
    }
  };
  return (
    <>
      <form className={classes.form} onSubmit={(event) => void add(event)}>
        <DialogError text={shownError} />
        <p>
          A passkey signs you in with the fingerprint, face or PIN of this device, or with a security key. It works
          under <strong>{location.hostname}</strong> only.
        </p>
        <TextInput
          name="name"
          label="Name"
          placeholder="Work laptop"
          maxLength={maxPasskeyName}
          required
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          Create passkey
        </Button>
      </form>
      {question}
    </>
  );
}
