import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ownPassword, testServer } from "../../test-server.ts";
import { addProvider, lastEntry } from "./add-provider.ts";
import { createBrowser, origin } from "./browser.ts";
import { startProvider, type TestProvider } from "./oidc-provider.ts";

const server = await testServer();
let acme: TestProvider;
let other: TestProvider;
let acmeId: number;
let otherId: number;

beforeAll(async () => {
  const people = {
    "sub-gina": { preferred_username: "gina", name: "Gina Guard", groups: ["staff", "guards"] },
    "sub-admin": { preferred_username: "admin", groups: ["guards"] },
    "sub-none": { preferred_username: "nora", groups: ["a", "b"] },
    "sub-cyrillic": { preferred_username: "\u0430dmin", groups: ["guards"] },
    "sub-wide": { preferred_username: "\uff47\uff45\uff4f", groups: ["guards"] },
  };
  acme = await startProvider({ accounts: people });
  other = await startProvider({ accounts: people });
  acmeId = await addProvider(server, "Acme SSO", acme);
  otherId = await addProvider(server, "Other", other);
});
afterAll(async () => {
  await acme.stop();
  await other.stop();
});

const lastFailure = () => lastEntry(server, "sign-in-failed");
const me = (token: string) => server.call<{ username: string; role: string }>("GET /auth/me", {}, token);

describe("signing in with a provider", () => {
  it("AUTH-10 creates the account at the first sign-in, with the role of a mapped group", async () => {
    const browser = createBrowser(server);
    const response = await browser.signIn(acmeId, "sub-gina");
    expect(response).toMatchObject({ status: 200, body: { passwordChanged: true } });
    expect((await me(response.body.token)).body).toMatchObject({ username: "gina", name: "Gina Guard", role: "guard" });
    const session = await server.services.db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.userId")
      .select(["method", "providerId", "subject"])
      .where("username", "=", "gina")
      .executeTakeFirst();
    expect(session).toEqual({ method: "provider", providerId: acmeId, subject: "sub-gina" });
    const { body } = await server.call<{ data: { action: string; entity: string }[] }>("GET /audit", {
      query: { user: "gina" },
    });
    expect(body.data).toMatchObject([{ action: "sign-in", entity: "users" }]);
    const created = await server.call<{ data: object[] }>("GET /audit", {
      query: { user: 'provider "Acme SSO"', entity: "users" },
    });
    expect(created.body.data).toMatchObject([{ action: "insert", after: { username: "gina", passwordHash: "***" } }]);
  });

  it("AUTH-10 applies the role of the provider at each sign-in", async () => {
    acme.accounts.set("sub-changing", { preferred_username: "chris", groups: ["guards"] });
    const first = await createBrowser(server).signIn(acmeId, "sub-changing");
    expect((await me(first.body.token)).body.role).toBe("guard");
    acme.accounts.set("sub-changing", { preferred_username: "renamed", name: "Chris", groups: ["site-admins"] });
    const second = await createBrowser(server).signIn(acmeId, "sub-changing");
    expect((await me(second.body.token)).body).toMatchObject({
      username: "chris",
      name: "Chris",
      role: "administrator",
    });
  });

  it("AUTH-10 never takes over an account with the same name, of this site or of another provider", async () => {
    const fromAcme = await createBrowser(server).signIn(acmeId, "sub-admin");
    expect((await me(fromAcme.body.token)).body).toMatchObject({ username: "admin@acme-sso", role: "guard" });
    const fromOther = await createBrowser(server).signIn(otherId, "sub-gina");
    expect((await me(fromOther.body.token)).body).toMatchObject({ username: "gina@other" });
    acme.accounts.set("sub-gina-2", { preferred_username: "gina", groups: ["guards"] });
    const namesake = await createBrowser(server).signIn(acmeId, "sub-gina-2");
    expect((await me(namesake.body.token)).body).toMatchObject({ username: "gina@acme-sso" });
  });

  it("AUTH-10 accepts only ID tokens that are signed with the provider's keys, the new ones after they changed", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const signAs = (idToken: string, claims: object) =>
      new SignJWT({ ...decodeJwt(idToken), ...claims })
        .setProtectedHeader({ ...decodeProtectedHeader(idToken), alg: "RS256" })
        .sign(privateKey);
    const attempt = () => createBrowser(server).signIn(acmeId, "sub-gina");
    const rejected = { status: 403, body: { code: "provider/refused" } };
    onTestFinished(() => {
      acme.forge = undefined;
    });

    acme.forge = (idToken) => signAs(idToken, { groups: ["site-admins"] });
    expect(await attempt(), "signed with another key").toMatchObject(rejected);
    acme.forge = async (idToken) => {
      const [head, , signature] = idToken.split(".");
      const claims = Buffer.from(JSON.stringify({ ...decodeJwt(idToken), groups: ["site-admins"] }));
      return `${head}.${claims.toString("base64url")}.${signature}`;
    };
    expect(await attempt(), "changed after it was signed").toMatchObject(rejected);
    expect(await lastFailure()).toMatchObject({ after: { detail: expect.stringContaining("signature") } });

    const keyIds: unknown[] = [];
    acme.forge = async (idToken) => {
      keyIds.push(decodeProtectedHeader(idToken).kid);
      return idToken;
    };
    expect((await attempt()).status).toBe(200);
    await acme.rotateKeys();
    expect((await attempt()).status, "signed with a new key").toBe(200);
    expect(new Set(keyIds).size).toBe(2);
  });

  it("AUTH-10 lists the enabled providers to everyone, without their settings", async () => {
    const off = await addProvider(server, "Switched off", acme, { isEnabled: false });
    const { body } = await server.call("GET /auth/providers", {}, null);
    expect(body).toEqual([
      { id: acmeId, name: "Acme SSO" },
      { id: otherId, name: "Other" },
    ]);
    const rejected = await createBrowser(server).signIn(off, "sub-gina");
    expect(rejected).toMatchObject({ status: 404, body: { code: "provider/unknown" } });
  });

  it("AUTH-10 returns to the page that was asked for, and to no other site", async () => {
    const browser = createBrowser(server);
    const page = await browser.open(await browser.logIn(await browser.start(acmeId, "/settings?tab=x"), "sub-gina"));
    expect(page.searchParams.get("next")).toBe("/settings?tab=x");
    for (const returnTo of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const at = await browser.open(await browser.logIn(await browser.start(acmeId, returnTo), "sub-gina"));
      expect([at.origin, at.search]).toEqual([origin, ""]);
    }
  });

  it("AUTH-10 the address bar never has a token, and the code in it works once and only in the same browser", async () => {
    const browser = createBrowser(server);
    const page = await browser.open(await browser.logIn(await browser.start(acmeId), "sub-gina"));
    expect(page.href).not.toContain("eyJ");
    expect(await createBrowser(server).exchange(page)).toMatchObject({
      status: 400,
      body: { code: "provider/expired" },
    });
    expect((await browser.exchange(page)).status).toBe(200);
    expect(await browser.exchange(page)).toMatchObject({ status: 400, body: { code: "provider/expired" } });
  });

  it("AUTH-10 the cookie that binds the browser can't be read by scripts and survives the provider's redirect", async () => {
    const response = await server.app.inject({ method: "GET", url: `/api/auth/providers/${acmeId}/start` });
    expect(response.headers["set-cookie"]).toMatch(
      /^gatehouse-provider-[\w-]+=[\w-]{43}; Path=\/api\/auth\/providers; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe("attacks on signing in with a provider", () => {
  it("AUTH-10 uses PKCE: the code alone is worth nothing", async () => {
    const browser = createBrowser(server);
    const authorization = await browser.start(acmeId);
    expect(authorization.searchParams.get("code_challenge_method")).toBe("S256");
    const callback = await browser.logIn(authorization, "sub-gina");
    const { clientId, clientSecret } = acme.client;
    const response = await fetch(`${acme.issuer}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: callback.searchParams.get("code") ?? "",
        redirect_uri: authorization.searchParams.get("redirect_uri") ?? "",
      }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_grant" });
  });

  it.each([["code_challenge"], ["nonce"]])("AUTH-10 refuses a sign-in whose %s was replaced", async (name) => {
    const browser = createBrowser(server);
    const authorization = await browser.start(acmeId);
    authorization.searchParams.set(name, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    const response = await browser.exchange(await browser.open(await browser.logIn(authorization, "sub-gina")));
    expect(response).toMatchObject({ status: 403, body: { code: "provider/refused" } });
    expect(await lastFailure()).toMatchObject({ after: { reason: "provider/refused", providerId: acmeId } });
  });

  it.each(["state", "another browser", "another provider", "replayed", "expired"])(
    "AUTH-10 refuses a callback: %s",
    async (kind) => {
      const browser = createBrowser(server);
      const callback = await browser.logIn(await browser.start(acmeId), "sub-gina");
      let from = browser;
      if (kind === "state") callback.searchParams.set("state", "of-another-sign-in");
      if (kind === "another browser") from = createBrowser(server);
      if (kind === "another provider") callback.pathname = `/api/auth/providers/${otherId}/callback`;
      if (kind === "replayed") await browser.open(callback);
      const lateMs = kind === "expired" ? 10 * 60_000 + 1 : 0;
      server.clock.step(lateMs);
      const page = await from.open(callback);
      server.clock.step(-lateMs);
      const response = await from.exchange(page);
      expect(response).toMatchObject({ status: 400, body: { code: "provider/expired" } });
      expect(String(response.body.message)).toContain("Please try again");
      expect(await lastFailure()).toMatchObject({ user: "unknown user", after: { reason: "provider/expired" } });
    },
  );

  it("AUTH-10 throttles an address that fails often, and then no longer fills the audit trail", async () => {
    const browser = createBrowser(server);
    const callback = new URL(`/api/auth/providers/${acmeId}/callback?state=guess`, origin);
    const rows = async () => {
      const { rows: counted } = await sql<{ n: number }>`
        select count(*)::int as n from audit_log where action = 'sign-in-failed'`.execute(server.services.db);
      return counted[0]?.n ?? 0;
    };
    const before = await rows();
    for (let attempt = 0; attempt < 30; attempt += 1) await browser.open(callback);
    const response = await browser.exchange(await browser.open(callback));
    expect(response).toMatchObject({ status: 429, body: { code: "secret/too-many-attempts" } });
    expect((await rows()) - before).toBeLessThan(15);
  });
});

describe("refused people", () => {
  it("AUTH-10 a person without a mapped role is told which groups to map", async () => {
    const response = await createBrowser(server).signIn(acmeId, "sub-none");
    expect(response).toMatchObject({
      status: 403,
      body: {
        code: "provider/no-role",
        message: "Your account has no role here. Ask an administrator to map one of your groups: a, b",
      },
    });
    expect(await lastFailure()).toMatchObject({ after: { reason: "provider/no-role", subject: "sub-none" } });
    const { body } = await server.call<{ username: string }[]>("GET /users");
    expect(body.map(({ username }) => username)).not.toContain("nora");
  });

  it("AUTH-10 a user name that looks identical in another script is refused", async () => {
    const response = await createBrowser(server).signIn(acmeId, "sub-cyrillic");
    expect(response).toMatchObject({ status: 403, body: { code: "provider/username" } });
    expect(response.body.message).toContain("letters from a to z");
    expect(await lastFailure()).toMatchObject({ after: { reason: "provider/username", subject: "sub-cyrillic" } });
    const wide = await createBrowser(server).signIn(acmeId, "sub-wide");
    expect((await me(wide.body.token)).body.username).toBe("geo");
  });

  it("AUTH-10 a disabled account stays out", async () => {
    acme.accounts.set("sub-disabled", { preferred_username: "dan", groups: ["guards"] });
    const first = await createBrowser(server).signIn(acmeId, "sub-disabled");
    const { body: users } = await server.call<{ id: number; username: string }[]>("GET /users");
    const id = users.find(({ username }) => username === "dan")?.id;
    await server.call("PATCH /users/{id}", { params: { id }, body: { isDisabled: true } });
    expect((await me(first.body.token)).status).toBe(401);
    const again = await createBrowser(server).signIn(acmeId, "sub-disabled");
    expect(again).toMatchObject({ status: 403, body: { code: "auth/disabled" } });
    expect(await lastFailure()).toMatchObject({ user: "dan", after: { reason: "auth/disabled" } });
  });

  it("AUTH-10 a cancelled sign-in says so", async () => {
    const response = await createBrowser(server).signIn(acmeId, "nobody");
    expect(response).toMatchObject({
      status: 403,
      body: { code: "provider/refused", message: "Acme SSO refused the sign-in: The sign-in was cancelled." },
    });
  });

  it("AUTH-10 a wrong client secret is named as the reason", async () => {
    const id = await addProvider(server, "Wrong secret", other, { clientSecret: "not-the-secret-of-this-client" });
    const response = await createBrowser(server).signIn(id, "sub-gina");
    expect(response).toMatchObject({ status: 403, body: { code: "provider/refused" } });
    expect(response.body.message).toContain("it does not accept the client ID or the client secret.");
  });

  it("AUTH-10 an account of a provider has no password here", async () => {
    const { body } = await createBrowser(server).signIn(acmeId, "sub-gina");
    const change = await server.call("POST /auth/change-password", { body: { password: ownPassword } }, body.token);
    expect(change).toMatchObject({ status: 409, body: { code: "auth/no-password" } });
    const { body: users } = await server.call<{ id: number; username: string }[]>("GET /users");
    const id = users.find(({ username }) => username === "gina")?.id;
    const reset = await server.call("POST /users/{id}/one-time-password", { params: { id } });
    expect(reset).toMatchObject({ status: 409, body: { code: "auth/no-password" } });
    expect((await server.login("anything", "gina")).status).toBe(401);
  });

  it("AUTH-10 an unreachable provider is reported, and local accounts still work", async () => {
    const gone = await startProvider();
    const id = await addProvider(server, "Gone", gone);
    await gone.stop();
    const response = await createBrowser(server).signIn(id, "sub-gina");
    expect(response).toMatchObject({
      status: 502,
      body: {
        code: "provider/unreachable",
        message: "Gone can't be reached: Connection refused. Try again, or sign in with a local account.",
      },
    });
    expect(await lastFailure()).toMatchObject({ after: { reason: "provider/unreachable", providerId: id } });
    expect((await server.login(ownPassword)).status).toBe(200);
  });

  it.each([
    ["behind by two minutes", -120_000],
    ["ahead by two hours", 2 * 3_600_000],
  ])("AUTH-10 a clock that is %s is named as the reason", async (_, skewMs) => {
    server.clock.step(skewMs);
    const response = await createBrowser(server).signIn(acmeId, "sub-gina");
    server.clock.step(-skewMs);
    expect(response).toMatchObject({ status: 403, body: { code: "provider/clock" } });
    expect(response.body.message).toMatch(/^The clock of Acme SSO \(.* UTC\) and the clock of this server \(.* UTC\)/);
    expect(await lastFailure()).toMatchObject({ after: { reason: "provider/clock" } });
  });

  it.each([[-50_000], [50_000]])("AUTH-10 tolerates a clock that differs by %d ms", async (skewMs) => {
    server.clock.step(skewMs);
    const response = await createBrowser(server).signIn(acmeId, "sub-gina");
    server.clock.step(-skewMs);
    expect(response.status).toBe(200);
  });
});
