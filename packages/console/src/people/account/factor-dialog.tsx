import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type NewCodes, TotpForm } from "./totp-form.tsx";

/** What the dialog adds, or the codes that it shows. */
export type FactorDialogKind = "totp" | "passkey" | { readonly codes: readonly string[] };

interface FactorDialogProps {
  kind: FactorDialogKind;
  onAdded: () => void;
  onClose: () => void;
}

const titles = { totp: "Set up an authenticator app", passkey: "Add passkey" };

/** Adds a second factor and shows new recovery codes. */
export default function FactorDialog({ kind, onAdded, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState<NewCodes>(typeof kind === "string" ? null : [...kind.codes]);
  const [isStored, setIsStored] = useState(false);
  const finish = (added: NewCodes) => {
    onAdded();
    if (added === null) onClose();
    else setCodes(added);
  };
  return (
    <Dialog
      opened
      title={codes !== null || typeof kind !== "string" ? "Recovery codes" : titles[kind]}
      onClose={onClose}
      isChanged={() => codes !== null && !isStored}
      question="The recovery codes were not copied and cannot be shown again. Close anyway?"
    >
      {codes !== null && <RecoveryCodes codes={codes} onStored={() => setIsStored(true)} onDone={onClose} />}
      {codes === null && kind === "totp" && <TotpForm onDone={finish} />}
      {codes === null && kind === "passkey" && <PasskeyForm onDone={finish} />}
    </Dialog>
  );
}
