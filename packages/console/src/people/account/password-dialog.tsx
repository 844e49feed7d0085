import { authMessages, passwordMismatchInDialog } from "@gatehouse/contract/entities/auth/auth.messages";
import { useRef, useState } from "react";
import { startSession } from "../../api/session.ts";
import { showBanner } from "../../ui/banners.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Changes the password from the account menu. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [error, setError] = useState<string>();
  const isChanged = useRef(false);
  const finish = ({ token }: { token: string }) => {
    startSession(token);
    showBanner({ tone: "success", title: authMessages["POST /auth/change-password"].success });
    onClose();
  };
  return (
    <Dialog opened title="Reset Password" onClose={onClose} isChanged={() => isChanged.current}>
      <DialogError text={error} />
      <PasswordForm
        call="POST /auth/change-password"
        mismatch={passwordMismatchInDialog}
        onError={setError}
        onDone={finish}
        onChange={() => {
          isChanged.current = true;
        }}
      />
    </Dialog>
  );
}
