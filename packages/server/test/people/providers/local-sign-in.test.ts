import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createFactors } from "../auth/factors.ts";
import { createPins } from "../auth/pins.ts";
import { createAuthenticator } from "../auth/software-authenticator.ts";
import { addProvider } from "./add-provider.ts";
import { createBrowser } from "./browser.ts";
import { startProvider, type TestProvider } from "./oidc-provider.ts";

const server = await testServer();
const { db } = server.services;
const { people } = createFactors(server);
const { withPin, switchTo } = createPins(server);
const headers = { origin: "https://gatehouse.example" };
let acme: TestProvider;
let acmeId: number;

beforeAll(async () => {
  acme = await startProvider({ accounts: { "sub-gina": { preferred_username: "gina", groups: ["guards"] } } });
  acmeId = await addProvider(server, "Acme", acme);
});
afterAll(() => acme.stop());

async function addPasskey(token: string) {
  const authenticator = createAuthenticator();
  const { body } = await server.call<{ challenge: string }>("POST /auth/passkeys/options", { headers }, token);
  const response = authenticator.register(body.challenge, headers.origin);
  const added = await server.call("POST /auth/passkeys", { body: { name: "Laptop", response }, headers }, token);
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return authenticator;
}

async function signInWithPasskey(authenticator: ReturnType<typeof createAuthenticator>) {
  const { body } = await server.call<{ challenge: string }>("POST /auth/passkey-sign-in/options", { headers }, null);
  const response = authenticator.use(body.challenge, headers.origin);
  return server.call<{ code: string }>("POST /auth/passkey-sign-in", { body: { response }, headers }, null);
}

describe("an account of a provider", () => {
  it("AUTH-10 AUTH-11 AUTH-14 has neither passkey sign-in nor PIN, which would not ask the provider", async () => {
    const { token } = (await createBrowser(server).signIn(acmeId, "sub-gina")).body;
    expect((await server.call("GET /auth/pin", {}, token)).body).toMatchObject({ isAllowed: false });
    expect(await server.call("PUT /auth/pin", { body: { pin: "90247" } }, token)).toMatchObject({
      status: 403,
      body: { code: "auth/pin-not-allowed" },
    });
    const authenticator = await addPasskey(token);
    expect(await signInWithPasskey(authenticator)).toMatchObject({ status: 409, body: { code: "auth/no-password" } });
  });

  it("AUTH-10 AUTH-14 can't be switched to with a PIN from before it belonged to the provider", async () => {
    const { token } = await withPin("58213");
    const { id } = await withPin("90247");
    await db.updateTable("users").set({ providerId: acmeId, subject: "sub-moved" }).where("id", "=", id).execute();
    expect((await switchTo(id, "90247", token)).body.code).toBe("auth/not-switchable");
  });
});

describe("local accounts that are switched off", () => {
  it("AUTH-10 AUTH-11 AUTH-14 sign in neither with a passkey nor with a PIN", async () => {
    const local = await people.signIn();
    const authenticator = await addPasskey(local.token);
    const { id } = await withPin("90247");
    const { token } = await withPin("58213");
    const admin = await db.selectFrom("users").select("id").where("username", "=", "admin").executeTakeFirstOrThrow();
    await db.updateTable("sign_in_settings").set({ onlyUserId: admin.id }).execute();
    expect(await signInWithPasskey(authenticator)).toMatchObject({
      status: 403,
      body: { code: "auth/local-disabled" },
    });
    expect((await switchTo(id, "90247", token)).body.code).toBe("auth/not-switchable");
    await db.updateTable("sign_in_settings").set({ onlyUserId: null }).execute();
  });
});
