import { randomUUID } from "node:crypto";
import { unknownUser } from "@gatehouse/contract/entities/audit/audit-names";
import { providerSignInEndpoints } from "@gatehouse/contract/entities/auth/auth";
import { providerLimits, providerRedirectUri, resultParameter } from "@gatehouse/contract/entities/provider";
import type { ErrorCode } from "@gatehouse/contract/errors";
import { type Actor, insertAuditEntry, setActor } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import { type Call, type Caller, handle } from "../../platform/http/call.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";
import { createSecretThrottle } from "../../platform/security/secret-throttle.ts";
import type { Services } from "../../platform/services.ts";
import { createSession } from "../auth/session.store.ts";
import { toAssignment } from "./identity-claims.ts";
import { putPending, signInCookiePrefix, takePending } from "./pending-sign-in.store.ts";
import { findProvider, listProviders, type StoredProvider } from "./provider.store.ts";
import {
  createProviderAccount,
  findProviderAccount,
  type ProviderAccount,
  updateProviderAccount,
} from "./provider-account.store.ts";
import type { ProviderClient, ProviderIdentity, SignInChecks } from "./provider-client.ts";
import { ProviderError } from "./provider-error.ts";

type StartCall = Call<(typeof providerSignInEndpoints)["GET /auth/providers/{id}/start"]>;
type CallbackCall = Call<(typeof providerSignInEndpoints)["GET /auth/providers/{id}/callback"]>;
type ExchangeCall = Call<(typeof providerSignInEndpoints)["POST /auth/providers/exchange"]>;
type RedirectCall = Pick<StartCall, "caller" | "setCookie">;

/** What is kept while the browser is at the provider. */
interface Started {
  readonly kind: "started";
  readonly checks: SignInChecks;
  readonly returnTo: string | null;
}

/** What is kept until the console fetches it. */
type Result =
  | { readonly kind: "signed-in"; readonly account: ProviderAccount; readonly refreshToken: string | null }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string | string[] };

const toActor = (
  call: keyof typeof providerSignInEndpoints,
  account: { id: number; username: string } | undefined,
  caller: Caller,
): Actor => ({
  userId: account?.id,
  username: account?.username ?? unknownUser,
  requestId: caller.requestId,
  call,
  address: caller.address,
});

/** Signing in with a provider: start, callback, and the exchange of its result for a session. */
export const providerSignInRoutes = (services: Services, client: ProviderClient) => {
  const { db, clock, secrets, log } = services;
  const throttle = createSecretThrottle(clock);

  async function findEnabled(id: number): Promise<StoredProvider> {
    const provider = await findProvider(db, secrets, id);
    if (!provider?.isEnabled) throw httpError("provider/unknown");
    return provider;
  }

  /** Sends the browser to the sign-in page with a one-time code for the result: tokens and errors are never in a URL. */
  async function leadToConsole(call: RedirectCall, returnTo: string | null, result: Result) {
    const { key, cookie } = await putPending(services, {
      providerId: null,
      address: call.caller.address,
      seconds: providerLimits.resultSeconds,
      data: result,
    });
    call.setCookie(cookie);
    const next = returnTo === null ? "" : `?${new URLSearchParams({ next: returnTo })}`;
    return { location: `/${next}#${resultParameter}=${key}` };
  }

  /** Records a failed sign-in. Those of an address that causes many are not, so they can't fill the audit trail. */
  async function toError(error: unknown, actor: Actor, after: object): Promise<Result> {
    const failure = describe(error);
    if (!failure) throw error;
    const waiting = throttle.errorFor(addressKey(actor.address));
    if (waiting) return { kind: "failed", code: waiting.code, message: waiting.body.message };
    throttle.fail(addressKey(actor.address), failure.code);
    const reason = { reason: failure.code, detail: failure.message, ...after };
    await insertAuditEntry(
      db,
      { action: "sign-in-failed", entity: "users", entityId: actor.userId, after: reason },
      actor,
    );
    return { kind: "failed", ...failure };
  }

  async function start(call: StartCall) {
    const { params, query, caller, setCookie } = call;
    const returnTo = toReturnPath(query.returnTo);
    try {
      const waiting = throttle.errorFor(addressKey(caller.address));
      if (waiting) throw waiting;
      const provider = await findEnabled(params.id);
      const { url, checks } = await client.start(provider, providerRedirectUri(caller.origin, provider.id));
      const started: Started = { kind: "started", checks, returnTo };
      const { cookie } = await putPending(services, {
        key: checks.state,
        providerId: provider.id,
        address: caller.address,
        seconds: providerLimits.signInMinutes * 60,
        data: started,
      });
      setCookie(cookie);
      return { location: url.href };
    } catch (error) {
      const actor = toActor("GET /auth/providers/{id}/start", undefined, caller);
      return leadToConsole(call, returnTo, await toError(error, actor, { providerId: params.id }));
    }
  }

  async function callback(call: CallbackCall) {
    const { params, query, caller, cookies, write } = call;
    const taken = await takePending<Started>(services, {
      key: query.state ?? "",
      cookies: cookies(signInCookiePrefix),
    });
    const started = taken?.data.kind === "started" && taken.providerId === params.id ? taken.data : undefined;
    const returnTo = started?.returnTo ?? null;
    const known: { account?: ProviderAccount; subject?: string } = {};
    try {
      if (!started) throw httpError("provider/expired");
      const provider = await findEnabled(params.id);
      const identity = await client.finish(provider, query, started.checks);
      known.subject = identity.subject;
      const account = await write(async (tx) => {
        const existing = await findProviderAccount(tx, provider.id, identity.subject);
        if (existing) known.account = existing;
        return saveAccount(tx, { provider, identity, existing, caller });
      });
      if (account.isDisabled) throw httpError("auth/disabled");
      const refreshToken = identity.refreshToken ?? null;
      return await leadToConsole(call, returnTo, { kind: "signed-in", account, refreshToken });
    } catch (error) {
      const actor = toActor("GET /auth/providers/{id}/callback", known.account, caller);
      const after = { providerId: params.id, ...(known.subject && { subject: known.subject }) };
      return leadToConsole(call, returnTo, await toError(error, actor, after));
    }
  }

  async function exchange({ body, caller, cookies, write }: ExchangeCall) {
    const waiting = throttle.errorFor(addressKey(caller.address));
    const taken = await takePending<Result>(services, { key: body.code, cookies: cookies(signInCookiePrefix) });
    const result = taken?.data;
    if (result?.kind === "failed") throw httpError(result.code, { message: result.message });
    if (result?.kind !== "signed-in") throw waiting ?? throttle.fail(addressKey(caller.address), "provider/expired");
    const { account, refreshToken } = result;
    return write(async (tx) => {
      const row = await tx
        .selectFrom("users")
        .select(["isDisabled", "providerId"])
        .where("id", "=", account.id)
        .executeTakeFirst();
      if (!row || row.isDisabled || row.providerId === null) throw httpError("auth/disabled");
      const actor = toActor("POST /auth/providers/exchange", account, caller);
      const entry = { action: "sign-in", entity: "users", entityId: account.id } as const;
      await insertAuditEntry(tx, { ...entry, after: { providerId: row.providerId } }, actor);
      const holder = { ...account, passwordChanged: true };
      const sessionId = randomUUID();
      const signedIn = await createSession(tx, holder, { caller, method: "provider", id: sessionId }, services);
      await tx
        .insertInto("provider_sessions")
        .values({
          sessionId,
          providerId: row.providerId,
          refreshToken: refreshToken === null ? null : secrets.seal(refreshToken),
          checkedAt: clock.now(),
        })
        .execute();
      return signedIn;
    });
  }

  /** The code and message of an expected failure; logs any other error. */
  function describe(error: unknown): { code: ErrorCode; message: string | string[] } | undefined {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
    if (error instanceof HttpError) return { code: error.code, message: error.body.message };
    log.error({ error }, "signing in with a provider failed");
    return undefined;
  }

  return handle(providerSignInEndpoints, {
    "GET /auth/providers": async () =>
      (await listProviders(db, secrets)).filter(({ isEnabled }) => isEnabled).map(({ id, name }) => ({ id, name })),
    "GET /auth/providers/{id}/start": start,
    "GET /auth/providers/{id}/callback": callback,
    "POST /auth/providers/exchange": exchange,
  });
};

interface SavedIdentity {
  readonly provider: StoredProvider;
  readonly identity: ProviderIdentity;
  readonly existing: ProviderAccount | undefined;
  readonly caller: Caller;
}

/** Creates or updates the account of a person; rejects one without a role. */
async function saveAccount(tx: Tx, { provider, identity, existing, caller }: SavedIdentity): Promise<ProviderAccount> {
  const assignment = toAssignment(provider, identity.claims);
  const actor = toActor("GET /auth/providers/{id}/callback", existing, caller);
  await setActor(tx, { ...actor, username: existing?.username ?? `provider "${provider.name}"` });
  if (!existing) return createProviderAccount(tx, provider, identity, assignment);
  await updateProviderAccount(tx, existing, identity, assignment);
  return existing;
}

/** Only paths of this console. */
function toReturnPath(given: string | undefined): string | null {
  return given !== undefined && /^\/(?![/\\])/.test(given) ? given : null;
}
