import { authMessages, tokenExpired } from "@gatehouse/contract/entities/auth/auth.messages";
import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { type Answered, call } from "../../api/call.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { endReason, startSession } from "../../api/session.ts";
import { pathAfterSignIn } from "../after-sign-in.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { takeProviderResult, useProviders } from "./use-providers.ts";

const route = getRouteApi("/");

/** AUTH-1: the sign-in page. */
export function SignInPage() {
  useDocumentTitle("Sign in · Gatehouse");
  const { tokenExpired: isExpired, next } = route.useSearch();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const providers = useProviders();

  const start = async (session: Promise<Answered<"POST /auth/login">>) => {
    setIsBusy(true);
    setFault(undefined);
    try {
      const { token, passwordChanged } = await session;
      startSession(token);
      await navigate({ href: pathAfterSignIn(passwordChanged, next) });
    } catch (error) {
      setFault(errorText(error, authMessages["POST /auth/login"].failure));
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

  const { demo } = runtimeConfig();
  const notice = fault === undefined && isExpired ? (endReason() ?? tokenExpired) : demoNotice(demo);
  return (
    <SignInFrame title="Sign in" purpose="Operator console" notice={notice} fault={fault}>
      <form onSubmit={signIn}>
        <TextInput
          name="username"
          label="Username"
          autoComplete="username"
          size="md"
          defaultValue={demo?.username ?? ""}
          required
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          size="md"
          defaultValue={demo?.password ?? ""}
          required
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Sign in
        </Button>
      </form>
      <ProviderButtons providers={providers} next={next} />
    </SignInFrame>
  );
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
