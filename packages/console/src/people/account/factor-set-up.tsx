import { Button } from "@mantine/core";
import { useState } from "react";
import { passkeyError } from "../../api/passkey-error.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import classes from "./second-factor.module.css";
import { type NewCodes, TotpForm } from "./totp-form.tsx";

/** Sets up the first second factor: the choice, the form, then the recovery codes. */
export function FactorSetUp({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<"totp" | "passkey">();
  const [codes, setCodes] = useState<NewCodes>(null);
  const finish = (added: NewCodes) => (added === null ? onDone() : setCodes(added));
  const passkeysError = passkeyError();
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (kind === undefined) {
    return (
      <div className={classes.form}>
        <Button size="md" onClick={() => setKind("totp")}>
          Authenticator app
        </Button>
        <Button size="md" variant="default" disabled={passkeysError !== undefined} onClick={() => setKind("passkey")}>
          Passkey
        </Button>
        {passkeysError !== undefined && <p className={classes.muted}>{passkeysError}</p>}
      </div>
    );
  }
  return (
    <div className={classes.form}>
      {kind === "totp" ? <TotpForm onDone={finish} /> : <PasskeyForm onDone={finish} />}
      <Button variant="subtle" onClick={() => setKind(undefined)}>
        Choose another way
      </Button>
    </div>
  );
}
