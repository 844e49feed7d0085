import { secondFactorMessages } from "@gatehouse/contract/entities/auth/second-factor.messages";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { encode } from "uqr";
import { errorText } from "../../api/api-error.ts";
import { type CallResponse, call } from "../../api/call.ts";
import { startSession } from "../../api/session.ts";
import { CopyLine } from "../../ui/copy-line.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./second-factor.module.css";
import { NotConfirmed, useRecentSignIn } from "./use-recent-sign-in.tsx";

/** Modules of light border that scanners need. */
const border = 4;

/** A QR code as SVG. Always dark on light, which scanners expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter((module) => module !== "")
    .join("");
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const failure = secondFactorMessages["POST /auth/totp"].failure;

/** The codes of a new factor; null if the earlier ones remain. */
export type NewCodes = CallResponse<"POST /auth/totp">["recoveryCodes"];

/** Sets up an authenticator app: shows the secret and asks for a code. */
export function TotpForm({ onDone }: { onDone: (codes: NewCodes) => void }) {
  const { run, question } = useRecentSignIn();
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // A secret of its own for each opened form.
  const setup = useQuery({
    queryKey: ["totp_secrets", "new"],
    queryFn: () => call("POST /auth/totp/setup"),
    gcTime: 0,
    staleTime: Infinity,
  });
  const confirm = async (event: FormEvent<HTMLFormElement>, secret: string) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    setIsBusy(true);
    setShownError(undefined);
    try {
      const { token, recoveryCodes } = await run(() => call("POST /auth/totp", { body: { secret, code } }));
      startSession(token);
      onDone(recoveryCodes);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setShownError(errorText(error, failure));
      setIsBusy(false);
    }
  };
  if (setup.isError) return <LoadError text={errorText(setup.error, failure)} onRetry={() => void setup.refetch()} />;
  if (setup.data === undefined) return <Skeleton height={320} aria-busy />;
  const { secret, uri } = setup.data;
  return (
    <>
      <form className={classes.form} onSubmit={(event) => void confirm(event, secret)}>
        <DialogError text={shownError} />
        <p>Scan this with an authenticator app on your phone, or enter the secret there.</p>
        <QrCode text={uri} label="QR code of the secret" />
        <CopyLine label="Secret" text={secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} isStacked />
        <TextInput
          name="code"
          label="Code"
          description="The six digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <Button type="submit" loading={isBusy}>
          Set up
        </Button>
      </form>
      {question}
    </>
  );
}
