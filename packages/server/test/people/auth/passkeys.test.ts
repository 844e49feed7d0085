import type { EndpointKey } from "@gatehouse/contract/endpoint";
import type { Passkey } from "@gatehouse/contract/entities/auth/second-factor";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createFactors } from "./factors.ts";
import { createAuthenticator } from "./software-authenticator.ts";

const server = await testServer();
const factors = createFactors(server);
const { people, login } = factors;
const origin = "https://gatehouse.example";
const elsewhere = "https://elsewhere.example";

type Authenticator = ReturnType<typeof createAuthenticator>;
interface Signed {
  token: string;
  code: string;
  secondFactor?: object;
  recoveryCodes: string[] | null;
}

/** The browser's part: asks for options, uses the authenticator and sends its response. */
const ask = async (key: EndpointKey, token: string | null, from = origin) =>
  (await server.call<{ challenge: string }>(key, { headers: { origin: from } }, token)).body;
const send = (key: EndpointKey, body: object, token: string | null, from = origin) =>
  server.call<Signed>(key, { body, headers: { origin: from } }, token);

async function addPasskey(token: string, authenticator: Authenticator, name = "Laptop") {
  const { challenge } = await ask("POST /auth/passkeys/options", token);
  return send("POST /auth/passkeys", { name, response: authenticator.register(challenge, origin) }, token);
}

async function withPasskey() {
  const person = await people.signIn();
  const authenticator = createAuthenticator();
  const added = await addPasskey(person.token, authenticator);
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { ...person, authenticator, token: added.body.token, recoveryCodes: added.body.recoveryCodes };
}

async function signInAlone(authenticator: Authenticator, from = origin) {
  const { challenge } = await ask("POST /auth/passkey-sign-in/options", null, from);
  return send("POST /auth/passkey-sign-in", { response: authenticator.use(challenge, from) }, null, from);
}

const list = async (token: string) =>
  (await server.call<{ passkeys: Passkey[] }>("GET /auth/second-factor", {}, token)).body.passkeys;

describe("passkeys", () => {
  it("AUTH-11 sign in alone, without user name and password", async () => {
    const { authenticator, username } = await withPasskey();
    const signedIn = await signInAlone(authenticator);
    expect([signedIn.status, signedIn.body.secondFactor]).toEqual([200, undefined]);
    expect((await server.call("GET /auth/me", {}, signedIn.body.token)).body).toMatchObject({ username });
    const [passkey] = await list(signedIn.body.token);
    expect(passkey).toMatchObject({ name: "Laptop", hostName: "gatehouse.example", lastUsedAt: expect.any(String) });
    const query = { user: username, action: "sign-in" };
    const { body } = await server.call<{ data: { summary: string }[] }>("GET /audit", { query });
    expect(body.data[0]?.summary).toBe("Signed in with a passkey");
  });

  it("AUTH-11 are a second factor after the password", async () => {
    const { authenticator, username, recoveryCodes } = await withPasskey();
    expect(recoveryCodes?.length).toBe(10);
    const pending = await login(username);
    expect(pending.secondFactor).toEqual({ methods: ["passkey", "recovery-code"] });
    const options = await ask("POST /auth/second-factor/passkey/options", pending.token);
    const body = { response: authenticator.use(options.challenge, origin) };
    const completed = await send("POST /auth/second-factor/passkey", body, pending.token);
    expect(completed.status).toBe(200);
    expect((await server.call("GET /gates", {}, completed.body.token)).status).toBe(200);
  });

  it("AUTH-11 of someone else are not accepted as second factor", async () => {
    const { username } = await withPasskey();
    const { authenticator } = await withPasskey();
    const { token } = await login(username);
    const { challenge } = await ask("POST /auth/second-factor/passkey/options", token);
    const body = { response: authenticator.use(challenge, origin) };
    expect((await send("POST /auth/second-factor/passkey", body, token)).body.code).toBe("passkey/unknown");
    expect(await factors.failures(username)).toEqual([["passkey/unknown", "Could not sign in: unknown passkey"]]);
  });

  it("AUTH-11 a challenge works once, for five minutes, and for its purpose and person only", async () => {
    const { authenticator, username } = await withPasskey();
    const first = await ask("POST /auth/passkey-sign-in/options", null);
    const body = { response: authenticator.use(first.challenge, origin) };
    const both = await Promise.all([1, 2].map(() => send("POST /auth/passkey-sign-in", body, null)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body.code).toBe("passkey/expired");

    const pending = await login(username);
    const step = await ask("POST /auth/second-factor/passkey/options", pending.token);
    const misused = { response: authenticator.use(step.challenge, origin) };
    expect((await send("POST /auth/passkey-sign-in", misused, null)).body.code).toBe("passkey/expired");

    const late = await ask("POST /auth/passkey-sign-in/options", null);
    server.clock.advance(5 * 60_000 + 1);
    const lateBody = { response: authenticator.use(late.challenge, origin) };
    expect((await send("POST /auth/passkey-sign-in", lateBody, null)).body.code).toBe("passkey/expired");
  });

  it("AUTH-11 work under their own host name only", async () => {
    const { authenticator } = await withPasskey();
    expect((await signInAlone(authenticator, elsewhere)).body.code).toBe("passkey/unknown");
    // The page of another origin forwards the challenge of this one.
    const { challenge } = await ask("POST /auth/passkey-sign-in/options", null);
    const forwarded = { response: authenticator.use(challenge, elsewhere) };
    expect((await send("POST /auth/passkey-sign-in", forwarded, null)).body.code).toBe("passkey/failed");
    const moved = { response: authenticator.use(challenge, elsewhere) };
    expect((await send("POST /auth/passkey-sign-in", moved, null, elsewhere)).body.code).toBe("passkey/expired");
  });

  it.each(["http://127.0.0.1:8080", "https://[::1]", "null", "file:///x", "no origin"])(
    "AUTH-11 need a host name, not %s",
    async (from) => {
      const response = await server.call("POST /auth/passkey-sign-in/options", { headers: { origin: from } }, null);
      expect(response).toMatchObject({ status: 409, body: { code: "passkey/no-host-name" } });
    },
  );

  it("AUTH-11 need the fingerprint or PIN of the authenticator", async () => {
    const { authenticator, token } = await withPasskey();
    const { challenge } = await ask("POST /auth/passkey-sign-in/options", null);
    const body = { response: authenticator.use(challenge, origin, false) };
    expect((await send("POST /auth/passkey-sign-in", body, null)).body.code).toBe("passkey/failed");
    const added = await ask("POST /auth/passkeys/options", token);
    const response = createAuthenticator().register(added.challenge, origin, false);
    expect((await send("POST /auth/passkeys", { name: "Key", response }, token)).body.code).toBe("passkey/failed");
  });

  it("AUTH-11 a copied passkey is refused by its counter", async () => {
    const { authenticator } = await withPasskey();
    expect((await signInAlone(authenticator)).status).toBe(200);
    expect((await signInAlone(authenticator)).status).toBe(200);
    authenticator.rewind();
    expect((await signInAlone(authenticator)).body.code).toBe("passkey/failed");
  });

  it("AUTH-11 of a disabled user don't sign in, with an audit row", async () => {
    const { authenticator, id, username } = await withPasskey();
    await server.call("PATCH /users/{id}", { params: { id }, body: { isDisabled: true } });
    expect((await signInAlone(authenticator)).body.code).toBe("auth/disabled");
    expect(await factors.failures(username)).toEqual([["auth/disabled", "Could not sign in: the account is disabled"]]);
  });

  it("AUTH-11 a person has several, renames and deletes them, and nobody else's", async () => {
    const { token } = await withPasskey();
    await addPasskey(token, createAuthenticator(), "Phone");
    const [laptop, phone] = await list(token);
    expect([laptop?.name, phone?.name]).toEqual(["Laptop", "Phone"]);
    const params = { id: laptop?.id };
    const other = await withPasskey();
    for (const as of [other.token, token]) {
      const isOwn = as === token;
      const renamed = await server.call("PATCH /auth/passkeys/{id}", { params, body: { name: "Desk" } }, as);
      expect(renamed.status).toBe(isOwn ? 200 : 404);
      expect((await server.call("DELETE /auth/passkeys/{id}", { params }, as)).status).toBe(isOwn ? 204 : 404);
    }
    expect((await list(token)).map(({ name }) => name)).toEqual(["Phone"]);
    const empty = await server.call("PATCH /auth/passkeys/{id}", { params, body: { name: " " } }, token);
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ path: "name" }] } });
  });

  it("AUTH-11 failures from one address are throttled", async () => {
    const authenticator = createAuthenticator();
    const codes: string[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) codes.push((await signInAlone(authenticator)).body.code);
    expect(codes.at(-1)).toBe("auth/too-many-attempts");
  });
});
