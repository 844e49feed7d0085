import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { type CallResponse, call } from "../../api/call.ts";
import { passkeyError } from "../../api/passkey-error.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

/** A sign-in whose password was right and that lacks the second factor. */
export type PendingSignIn = CallResponse<"POST /auth/login">;

interface SecondStepProps {
  pending: PendingSignIn;
  onDone: (signedIn: PendingSignIn) => void;
  onCancel: () => void;
}

type Method = NonNullable<PendingSignIn["secondFactor"]>["methods"][number];

const codeFields = {
  totp: {
    label: "Code",
    purpose: "Enter the code that your authenticator app shows.",
    call: "POST /auth/second-factor/totp",
    inputMode: "numeric",
    autoComplete: "one-time-code",
    placeholder: "123 456",
  },
  "recovery-code": {
    label: "Recovery code",
    purpose: "Enter one of the recovery codes that you stored. Each works once.",
    call: "POST /auth/second-factor/recovery-code",
    inputMode: "text",
    autoComplete: "off",
    placeholder: "xxxx-xxxx-xxxx-xxxx",
  },
} as const;

const otherWays: Record<Method, string> = {
  totp: "Use the authenticator app",
  passkey: "Use a passkey",
  "recovery-code": "Use a recovery code",
};

/** The step after the password. */
export default function SecondStep({ pending: { token, secondFactor }, onDone, onCancel }: SecondStepProps) {
  const methods = secondFactor?.methods ?? [];
  const [method, setMethod] = useState<Method>(methods[0] ?? "recovery-code");
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const attempt = async (work: () => Promise<PendingSignIn>, toText: (error: unknown) => string) => {
    setIsBusy(true);
    setShownError(undefined);
    try {
      onDone(await work());
    } catch (error) {
      setShownError(toText(error));
      setIsBusy(false);
    }
  };
  const sendCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (method === "passkey") return;
    const code = String(new FormData(event.currentTarget).get("code"));
    void attempt(
      () => call(codeFields[method].call, { body: { code }, token }),
      (error) => errorText(error, "The code could not be checked"),
    );
  };
  const tryPasskey = async () => {
    const { signInWithPasskey, passkeyErrorText } = await import("../../api/passkeys.ts");
    await attempt(() => signInWithPasskey(token), passkeyErrorText);
  };
  const choose = (next: Method) => {
    setShownError(undefined);
    setMethod(next);
  };

  const passkeysError = passkeyError();
  const purpose = method === "passkey" ? "Confirm with your passkey." : codeFields[method].purpose;
  return (
    <SignInFrame title="Second step" purpose={purpose} error={shownError}>
      {method === "passkey" ? (
        <Button
          size="md"
          fullWidth
          loading={isBusy}
          disabled={passkeysError !== undefined}
          onClick={() => void tryPasskey()}
        >
          Use a passkey
        </Button>
      ) : (
        <form key={method} onSubmit={sendCode}>
          <TextInput
            name="code"
            label={codeFields[method].label}
            placeholder={codeFields[method].placeholder}
            inputMode={codeFields[method].inputMode}
            autoComplete={codeFields[method].autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            required
            autoFocus
          />
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            Continue
          </Button>
        </form>
      )}
      {method === "passkey" && passkeysError !== undefined && <p>{passkeysError}</p>}
      <div>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" fullWidth disabled={isBusy} onClick={() => choose(other)}>
              {otherWays[other]}
            </Button>
          ))}
        <Button variant="subtle" color="gray" fullWidth onClick={onCancel}>
          Back
        </Button>
      </div>
    </SignInFrame>
  );
}
