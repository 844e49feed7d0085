import { passwordMismatchOnPage } from "@gatehouse/contract/entities/auth/auth.messages";
import { homePath } from "@gatehouse/contract/modules/registry";
import { useDocumentTitle } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../api/session.ts";
import { PasswordForm } from "../../entities/account/password-form.tsx";
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
        <Link to="/">Sign in</Link> with your current password before you choose a new one.
      </>
    ) : undefined;
  return (
    <SignInFrame
      title="Choose your password"
      purpose="It replaces your one-time password."
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
