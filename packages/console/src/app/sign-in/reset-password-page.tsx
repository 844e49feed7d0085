import { passwordMismatchOnPage } from "@gatehouse/contract/entities/auth/auth.messages";
import { homePath } from "@gatehouse/contract/modules/registry";
import { useDocumentTitle } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../api/session.ts";
import { PasswordForm } from "../../entities/auth/password-form.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/** AUTH-5: replaces a one-time password. */
export default function ResetPasswordPage() {
  useDocumentTitle("Reset Password · Gatehouse");
  const [fault, setFault] = useState<string>();
  const navigate = useNavigate();
  const session = useSession();
  const notice =
    session === null ? (
      <>
        Only a signed-in person can set a password. <Link to="/">Sign in</Link> with the one you have first.
      </>
    ) : undefined;
  return (
    <SignInFrame
      title="Choose your password"
      purpose="It replaces the one you came with."
      notice={notice}
      fault={fault}
    >
      <PasswordForm
        call="POST /auth/reset-password"
        mismatch={passwordMismatchOnPage}
        onFault={setFault}
        onDone={() => void navigate({ to: homePath })}
      />
    </SignInFrame>
  );
}
