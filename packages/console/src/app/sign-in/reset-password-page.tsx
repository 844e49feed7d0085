import { passwordMismatchOnPage } from "@gatehouse/contract/entities/auth/auth.messages";
import { useDocumentTitle } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { currentSession, endSession, startSession, useSession } from "../../api/session.ts";
import { PasswordForm } from "../../people/account/password-form.tsx";
import { pathAfterSignIn } from "../after-sign-in.ts";
import SecondStep, { type PendingSignIn } from "./second-step.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Replaces a one-time password. */
export default function ResetPasswordPage() {
  useDocumentTitle("Reset Password · Gatehouse");
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<PendingSignIn>();
  const navigate = useNavigate();
  const session = useSession();
  const proceed = (response: PendingSignIn) => {
    if (response.secondFactor?.methods.length) return setPending(response);
    startSession(response.token);
    void navigate({ to: pathAfterSignIn(currentSession()) });
  };
  if (pending) {
    return <SecondStep pending={pending} onDone={proceed} onCancel={() => endSession("signed-out")} />;
  }
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
      error={error}
    >
      <PasswordForm
        call="POST /auth/reset-password"
        mismatch={passwordMismatchOnPage}
        onError={setError}
        onDone={proceed}
      />
    </SignInFrame>
  );
}
