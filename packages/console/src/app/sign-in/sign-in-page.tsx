import { authMessages, signOutReasons, tokenExpired } from "@gatehouse/contract/entities/auth/auth.messages";
import { resultParameter } from "@gatehouse/contract/entities/provider";
import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconFingerprint } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, Suspense, useEffect, useEffectEvent, useId, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { type CallResponse, call } from "../../api/call.ts";
import { passkeyError } from "../../api/passkey-error.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { currentSession, endReason, lastSessionEnd, startSession } from "../../api/session.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { pathAfterSignIn } from "../after-sign-in.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import type { PendingSignIn } from "./second-step.tsx";
import classes from "./sign-in-frame.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

const SecondStep = lazyWithRetry(() => import("./second-step.tsx"));

const route = getRouteApi("/");

export function SignInPage() {
  useDocumentTitle("Sign in · Gatehouse");
  const { tokenExpired: isExpired, next } = route.useSearch();
  const navigate = useNavigate();
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const providers = useProviders();
  const [pending, setPending] = useState<PendingSignIn>();

  /** Goes on to the second step, if there is one. */
  const proceed = async (response: PendingSignIn) => {
    if (response.secondFactor?.methods.length) return setPending(response);
    startSession(response.token);
    await navigate({ href: pathAfterSignIn(currentSession(), next) });
  };
  const cancel = () => {
    if (pending) void call("POST /auth/logout", { token: pending.token }).catch(() => undefined);
    setPending(undefined);
    setIsBusy(false);
  };

  const start = async (session: Promise<CallResponse<"POST /auth/login">>) => {
    setIsBusy(true);
    setShownError(undefined);
    try {
      await proceed(await session);
    } catch (error) {
      setShownError(errorText(error, authMessages["POST /auth/login"].failure));
      setIsBusy(false);
    }
  };
  const finishProviderSignIn = useEffectEvent(() => {
    const code = takeProviderResult();
    if (code !== undefined) void start(call("POST /auth/providers/exchange", { body: { code } }));
  });
  useEffect(() => finishProviderSignIn(), []);

  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { username: String(form.get("username")), password: String(form.get("password")) };
    void start(call("POST /auth/login", { body }));
  };

  if (pending) {
    return (
      <Suspense>
        <SecondStep pending={pending} onDone={(response) => void proceed(response)} onCancel={cancel} />
      </Suspense>
    );
  }
  const { demo } = runtimeConfig();
  const notice = shownError === undefined && isExpired ? expiryNotice() : demoNotice(demo);
  return (
    <SignInFrame title="Sign in" purpose="Operator console" notice={notice} error={shownError}>
      <DemoAccounts
        accounts={demo?.accounts ?? []}
        isBusy={isBusy}
        onChoose={({ username, password }) => void start(call("POST /auth/login", { body: { username, password } }))}
      />
      <form onSubmit={signIn}>
        <TextInput
          name="username"
          label="Username"
          autoComplete="username"
          size="md"
          defaultValue={demo?.username}
          required
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          size="md"
          defaultValue={demo?.password}
          required
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Sign in
        </Button>
      </form>
      <PasskeyButton onSignedIn={proceed} onError={setShownError} />
      <ProviderButtons providers={providers} next={next} />
    </SignInFrame>
  );
}

/** The session has ended, and why. */
function expiryNotice(): string {
  const why = lastSessionEnd();
  const reason = why !== null && why in signOutReasons ? signOutReasons[why as keyof typeof signOutReasons] : undefined;
  return endReason() ?? (reason === undefined ? tokenExpired : `${tokenExpired}. ${reason}`);
}

function demoNotice(demo: RuntimeConfig["demo"]) {
  if (demo?.password === undefined) return undefined;
  return (
    <>
      This is a demo with simulated devices. Sign in as <strong>{demo.username}</strong> with the password{" "}
      <strong>{demo.password}</strong>.
    </>
  );
}

interface ProviderButtonsProps {
  providers: readonly { id: number; name: string }[];
  next: string | undefined;
}

/** A button for each provider; nothing if there is none. */
function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  const returnTo = next === undefined ? "" : `?${new URLSearchParams({ returnTo: next })}`;
  return (
    <div className={classes.providers}>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          variant="default"
          size="md"
          fullWidth
          href={`${runtimeConfig().apiBaseUrl}/auth/providers/${id}/start${returnTo}`}
        >
          {`Sign in with ${name}`}
        </Button>
      ))}
    </div>
  );
}

/** The sign-in providers; none until they are loaded, so that the form never waits for them. */
function useProviders(): CallResponse<"GET /auth/providers"> {
  const [providers, setProviders] = useState<CallResponse<"GET /auth/providers">>([]);
  useEffect(() => {
    // Without providers the form still works; its own call reports an unreachable server.
    call("GET /auth/providers").then(setProviders, () => undefined);
  }, []);
  return providers;
}

/** Takes the one-time code of a provider's result out of the address bar. */
function takeProviderResult(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get(resultParameter);
  if (code === null) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}

interface PasskeyButtonProps {
  onSignedIn: (signedIn: CallResponse<"POST /auth/passkey-sign-in">) => Promise<void>;
  /** Receives the reason of a failure; undefined on a new attempt. */
  onError: (text: string | undefined) => void;
}

/** Signs in with a passkey alone. The code for it is loaded when it is used. */
function PasskeyButton({ onSignedIn, onError }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const reason = useId();
  const passkeysError = passkeyError();
  const signIn = async () => {
    setIsBusy(true);
    onError(undefined);
    const passkeys = await import("../../api/passkeys.ts").catch(() => undefined);
    try {
      if (!passkeys) throw new Error("not loaded");
      await onSignedIn(await passkeys.signInWithPasskey());
    } catch (error) {
      onError(passkeys?.passkeyErrorText(error) ?? "The server cannot be reached");
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
        disabled={passkeysError !== undefined}
        aria-describedby={passkeysError === undefined ? undefined : reason}
        onClick={() => void signIn()}
      >
        Use a passkey
      </Button>
      {passkeysError !== undefined && (
        <p id={reason} className={classes.reason}>
          {passkeysError}
        </p>
      )}
    </div>
  );
}
