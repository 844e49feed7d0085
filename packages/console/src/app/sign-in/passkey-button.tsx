import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { Answered } from "../../api/call.ts";
import { passkeyObstacle } from "../../api/passkey-obstacle.ts";
import classes from "./sign-in-frame.module.css";

interface PasskeyButtonProps {
  onSignedIn: (signedIn: Answered<"POST /auth/passkey-sign-in">) => Promise<void>;
  /** Receives the reason of a failure; undefined on a new attempt. */
  onFault: (text: string | undefined) => void;
}

/** AUTH-11: signs in with a passkey alone. The code for it is loaded when it is used. */
export function PasskeyButton({ onSignedIn, onFault }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const reason = useId();
  const obstacle = passkeyObstacle();
  const signIn = async () => {
    setIsBusy(true);
    onFault(undefined);
    const passkeys = await import("../../api/passkeys.ts").catch(() => undefined);
    try {
      if (!passkeys) throw new Error("not loaded");
      await onSignedIn(await passkeys.signInWithPasskey());
    } catch (error) {
      onFault(passkeys?.passkeyErrorText(error) ?? "The server cannot be reached");
      setIsBusy(false);
    }
  };
  return (
    <div>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={isBusy}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle === undefined ? undefined : reason}
        onClick={() => void signIn()}
      >
        Use a passkey
      </Button>
      {obstacle !== undefined && (
        <p id={reason} className={classes.reason}>
          {obstacle}
        </p>
      )}
    </div>
  );
}
