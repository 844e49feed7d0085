import type { EndpointKey } from "@gatehouse/contract/endpoint";
import { createFactors } from "../../people/auth/factors.ts";
import { createPins } from "../../people/auth/pins.ts";
import { createAuthenticator } from "../../people/auth/software-authenticator.ts";
import { addProvider } from "../../people/providers/add-provider.ts";
import { createBrowser } from "../../people/providers/browser.ts";
import type { TestProvider } from "../../people/providers/oidc-provider.ts";
import type { TestServer } from "../../test-server.ts";

type Row = Record<string, unknown>;
/** Makes a call that must succeed. */
export type Make = (key: EndpointKey, sent?: Parameters<TestServer["call"]>[1], token?: string) => Promise<Row>;

/** Creates a record; returns its id. */
export const createBy = async (make: Make, key: EndpointKey, body: Row): Promise<number> =>
  Number((await make(key, { body })).id);

const headers = { origin: "https://gatehouse.example" };

/** Makes every writing call with which people manage how they sign in. */
export async function callAccounts(server: TestServer, make: Make, provider: TestProvider): Promise<void> {
  await callFactors(server, make);
  await callPasskeys(server, make);
  await callPins(server, make);
  await callSessions(server, make);
  await callProviders(server, make, provider);
}

async function callFactors(server: TestServer, make: Make): Promise<void> {
  const factors = createFactors(server);
  const { id, username, secret, recoveryCodes } = await factors.withTotp();
  const pending = await factors.login(username);
  const { body } = await factors.sendCode(pending.token, factors.nextCode(secret));
  await make("POST /auth/recovery-codes", {}, body.token);
  await make("DELETE /auth/totp", {}, body.token);
  const again = await factors.addTotp(body.token);
  const second = await factors.login(username);
  const [code = ""] = again.recoveryCodes ?? recoveryCodes;
  await factors.sendRecoveryCode(second.token, code);
  await make("DELETE /users/{id}/second-factor", { params: { id } });
}

async function callPasskeys(server: TestServer, make: Make): Promise<void> {
  const factors = createFactors(server);
  const { username, token } = await factors.people.signIn();
  const authenticator = createAuthenticator();
  const challenge = async (key: EndpointKey, asking: string | null) =>
    (await server.call<{ challenge: string }>(key, { headers }, asking)).body.challenge;
  const response = authenticator.register(await challenge("POST /auth/passkeys/options", token), headers.origin);
  const added = await make("POST /auth/passkeys", { body: { name: "Laptop", response }, headers }, token);
  const use = async (key: EndpointKey, asking: string | null) => ({
    body: { response: authenticator.use(await challenge(`${key}/options` as EndpointKey, asking), headers.origin) },
    headers,
  });
  await server.call("POST /auth/passkey-sign-in", await use("POST /auth/passkey-sign-in", null), null);
  const pending = await factors.login(username);
  const step = await use("POST /auth/second-factor/passkey", pending.token);
  await make("POST /auth/second-factor/passkey", step, pending.token);
  const { body } = await server.call<{ passkeys: { id: number }[] }>(
    "GET /auth/second-factor",
    {},
    String(added.token),
  );
  const params = { id: body.passkeys[0]?.id };
  await make("PATCH /auth/passkeys/{id}", { params, body: { name: "Tablet" } }, String(added.token));
  await make("DELETE /auth/passkeys/{id}", { params }, String(added.token));
}

async function callPins(server: TestServer, make: Make): Promise<void> {
  const pins = createPins(server);
  const other = await pins.withPin("90247");
  const { token } = await pins.withPin("58213");
  await make("DELETE /auth/pin", { body: {} }, token);
  await make("POST /auth/switch", { body: { userId: other.id, pin: "90247" } }, token);
}

async function callSessions(server: TestServer, make: Make): Promise<void> {
  const factors = createFactors(server);
  const { username, token } = await factors.people.signIn();
  const expiresAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  const made = await make("POST /auth/tokens", { body: { name: "Script", permissions: ["view"], expiresAt } }, token);
  await make("DELETE /auth/tokens/{id}", { params: { id: made.id } }, token);
  await factors.login(username);
  const { body } = await server.call<{ id: string; isCurrent: boolean }[]>("GET /auth/sessions", {}, token);
  const another = body.find(({ isCurrent }) => !isCurrent);
  await make("DELETE /auth/sessions/{id}", { params: { id: another?.id } }, token);
  await make("DELETE /auth/sessions", {}, token);
  const policy = { idleMinutes: 60, maxAgeHours: 12, isSecondFactorRequired: false };
  await make("PUT /sign-in/policies/{role}", { params: { role: "viewer" }, body: policy });
}

async function callProviders(server: TestServer, make: Make, provider: TestProvider): Promise<void> {
  const id = await addProvider(server, "Acme", provider);
  const stored = (await server.call<Row[]>("GET /sign-in/providers")).body.find((each) => each.id === id);
  await make("PUT /sign-in/providers/{id}", { params: { id }, body: { ...stored, roleClaim: "groups" } });
  await createBrowser(server).signIn(id, "sub-gina");
  const me = (await server.call<{ id: number; username: string }[]>("GET /users")).body.find(
    ({ username }) => username === "admin",
  );
  await make("PUT /sign-in/settings", { body: { localAccounts: { onlyUserId: me?.id } } });
  await make("PUT /sign-in/settings", { body: { localAccounts: "all" } });
  const unused = await addProvider(server, "Unused", provider);
  await make("DELETE /sign-in/providers/{id}", { params: { id: unused } });
}
