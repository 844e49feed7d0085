import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRetentionJobs } from "../../../src/house/retention/retention-jobs.ts";
import { testServer } from "../../test-server.ts";
import { addProvider, lastEntry } from "./add-provider.ts";
import { createBrowser } from "./browser.ts";
import { startProvider, type TestProvider } from "./oidc-provider.ts";

const server = await testServer();
let acme: TestProvider;
let acmeId: number;

beforeAll(async () => {
  acme = await startProvider();
  acmeId = await addProvider(server, "Acme", acme);
});
afterAll(() => acme.stop());

type Renewed = { token: string; code?: string; message?: string };

/** Signs a new person in, in a session that is due for a check at the provider. */
async function signIn(login: string, providerId = acmeId) {
  acme.accounts.set(login, { preferred_username: login, groups: ["guards"] });
  const { status, body } = await createBrowser(server).signIn(providerId, login);
  expect(status, JSON.stringify(body)).toBe(200);
  await makeDue(login);
  return body.token;
}

/** As if the last check was more than 15 minutes ago. */
async function makeDue(login: string): Promise<void> {
  const { db, clock } = server.services;
  await db
    .updateTable("provider_sessions")
    .set({ checkedAt: new Date(clock.now().getTime() - 16 * 60_000) })
    .where("sessionId", "in", (of) =>
      of
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.userId")
        .select("sessions.id")
        .where("username", "=", login),
    )
    .execute();
}

const renew = (token: string) => server.call<Renewed>("POST /auth/renew", {}, token);
const me = (token: string) => server.call<{ role: string }>("GET /auth/me", {}, token);

/** A personal access token of the person of a session. */
async function createToken(session: string, login: string): Promise<string> {
  const expiresAt = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const body = { name: `script of ${login}`, permissions: ["view"], expiresAt };
  const response = await server.call<Renewed>("POST /auth/tokens", { body }, session);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.token;
}

const useToken = (token: string) => server.call<Renewed>("GET /gates", {}, token);

describe("a personal access token of a provider's account", () => {
  it("AUTH-10 ROLE-6 ends with the access at the provider, until the person signs in again", async () => {
    const session = await signIn("tara");
    const token = await createToken(session, "tara");
    await server.call("POST /auth/logout", {}, session);
    expect((await useToken(token)).status).toBe(200);
    acme.accounts.delete("tara");
    expect((await useToken(token)).status).toBe(200);
    await makeDue("tara");
    const response = await useToken(token);
    expect(response).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    expect(response.body.message).toMatch(/^Your access has ended: .+ Please sign in with Acme again\.$/);
    expect(await lastEntry(server, "sign-in-failed")).toMatchObject({
      user: "tara",
      after: { reason: "provider/refused" },
    });
    expect(await useToken(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    acme.accounts.set("tara", { preferred_username: "tara", groups: ["guards"] });
    expect(await useToken(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    await createBrowser(server).signIn(acmeId, "tara");
    expect((await useToken(token)).status).toBe(200);
  });

  it("AUTH-10 ROLE-6 ends with a session that the provider refused, and has the role of the provider", async () => {
    const session = await signIn("theo");
    const token = await createToken(session, "theo");
    acme.accounts.set("theo", { preferred_username: "theo", groups: ["site-admins"] });
    expect((await server.call("GET /auth/me", {}, token)).body).toMatchObject({ role: "administrator" });
    await makeDue("theo");
    acme.accounts.delete("theo");
    expect((await renew(session)).status).toBe(401);
    expect(await useToken(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
  });

  it("AUTH-10 ROLE-6 works while the provider is unreachable, and not after it was switched off", async () => {
    const down = await startProvider({ accounts: { ugo: { preferred_username: "ugo", groups: ["guards"] } } });
    const id = await addProvider(server, "Away", down);
    const { body } = await createBrowser(server).signIn(id, "ugo");
    const token = await createToken(body.token, "ugo");
    await makeDue("ugo");
    await down.stop();
    expect((await useToken(token)).status).toBe(200);
    const stored = await server.call<{ id: number }[]>("GET /sign-in/providers");
    const change = { ...stored.body.find((provider) => provider.id === id), isEnabled: false };
    expect((await server.call("PUT /sign-in/providers/{id}", { params: { id }, body: change })).status).toBe(200);
    expect(await useToken(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
  });

  it("AUTH-10 ROLE-6 without a refresh token lasts a day from the last sign-in", async () => {
    const strict = await startProvider({
      accounts: { tim: { preferred_username: "tim", groups: ["guards"] } },
      issuesRefreshTokens: false,
    });
    const id = await addProvider(server, "No refresh", strict);
    const { body } = await createBrowser(server).signIn(id, "tim");
    const token = await createToken(body.token, "tim");
    server.clock.step(23 * 3_600_000);
    expect((await useToken(token)).status).toBe(200);
    server.clock.step(2 * 3_600_000);
    const response = await useToken(token);
    server.clock.step(-25 * 3_600_000);
    expect(response).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    expect(response.body.message).toContain(
      "your last sign-in was more than 24 hours ago. Please sign in with No refresh",
    );
    expect((await useToken(token)).status).toBe(401);
    await createBrowser(server).signIn(id, "tim");
    expect((await useToken(token)).status).toBe(200);
    await strict.stop();
  });
});

describe("retention of the sessions of a provider", () => {
  it("AUTH-10 PRIV-1 keeps an old session while tokens of its person are checked with it", async () => {
    const { db, clock } = server.services;
    const token = await createToken(await signIn("vera"), "vera");
    const longAgo = new Date(clock.now().getTime() - 2_000 * 86_400_000);
    const sessionOf = db.selectFrom("users").select("id").where("username", "=", "vera");
    await db
      .updateTable("sessions")
      .set({ createdAt: longAgo, expiresAt: longAgo })
      .where("userId", "=", sessionOf)
      .execute();
    await startRetentionJobs(server.services).stop();
    expect((await useToken(token)).status).toBe(200);
    await db.updateTable("provider_sessions").set({ checkedAt: longAgo }).execute();
    await startRetentionJobs(server.services).stop();
    expect(await useToken(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
  });
});

describe("renewal of a session of a provider", () => {
  it("AUTH-10 ends the access of a person who was removed at the provider", async () => {
    const token = await signIn("rita");
    acme.accounts.delete("rita");
    const response = await renew(token);
    expect(response).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    expect(response.body.message).toMatch(/^Your access has ended: .+ Please sign in with Acme again\.$/);
    expect((await me(token)).status).toBe(401);
    expect(await lastEntry(server, "sign-out")).toMatchObject({ user: "rita", after: { reason: "provider/refused" } });
  });

  it("AUTH-10 ends the access of a person whose groups have no role any more", async () => {
    const token = await signIn("norman");
    acme.accounts.set("norman", { groups: ["pensioners"] });
    const response = await renew(token);
    expect(response).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    expect(response.body.message).toContain("map one of your groups: pensioners");
    expect((await me(token)).status).toBe(401);
    expect(await lastEntry(server, "sign-out")).toMatchObject({
      user: "norman",
      after: { reason: "provider/no-role" },
    });
  });

  it("AUTH-10 applies a changed role, again and again with rotated refresh tokens", async () => {
    const token = await signIn("paula");
    acme.accounts.set("paula", { preferred_username: "paula", groups: ["site-admins"] });
    expect((await renew(token)).status).toBe(200);
    expect((await me(token)).body.role).toBe("administrator");
    acme.accounts.set("paula", { preferred_username: "paula", groups: ["guards"] });
    await makeDue("paula");
    expect((await renew(token)).status).toBe(200);
    expect((await me(token)).body.role).toBe("guard");
  });

  it("AUTH-10 asks the provider at most every 15 minutes", async () => {
    const token = await signIn("fred");
    expect((await renew(token)).status).toBe(200);
    acme.accounts.delete("fred");
    expect((await renew(token)).status).toBe(200);
    await makeDue("fred");
    expect((await renew(token)).status).toBe(401);
  });

  it("AUTH-10 a session lasts while the provider is unreachable, and is checked once it is back", async () => {
    const down = await startProvider({ accounts: { una: { preferred_username: "una", groups: ["guards"] } } });
    const port = Number(new URL(down.issuer).port);
    const id = await addProvider(server, "Down", down);
    const { body } = await createBrowser(server).signIn(id, "una");
    await makeDue("una");
    await down.stop();
    expect((await renew(body.token)).status).toBe(200);
    expect((await me(body.token)).status).toBe(200);
    const back = await startProvider({ port });
    expect(await renew(body.token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    await back.stop();
  });

  it("AUTH-10 without a refresh token the person signs in again", async () => {
    const strict = await startProvider({
      accounts: { sid: { preferred_username: "sid", groups: ["guards"] } },
      issuesRefreshTokens: false,
    });
    const id = await addProvider(server, "Strict", strict);
    const { body } = await createBrowser(server).signIn(id, "sid");
    expect((await renew(body.token)).status).toBe(200);
    await makeDue("sid");
    const response = await renew(body.token);
    expect(response).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
    expect(response.body.message).toContain("can't confirm it without you");
    await strict.stop();
  });

  it("AUTH-10 a provider that was switched off ends its sessions", async () => {
    const id = await addProvider(server, "Left", acme);
    const token = await signIn("lena", id);
    const { body } = await server.call<{ id: number; name: string }[]>("GET /sign-in/providers");
    const stored = body.find((provider) => provider.id === id);
    const change = { params: { id }, body: { ...stored, isEnabled: false } };
    expect((await server.call("PUT /sign-in/providers/{id}", change)).status).toBe(200);
    expect(await renew(token)).toMatchObject({ status: 401, body: { code: "auth/access-ended" } });
  });

  it("AUTH-10 the stored refresh token is encrypted", async () => {
    await signIn("egon");
    const rows = await server.services.db.selectFrom("provider_sessions").select("refreshToken").execute();
    const sealed = rows.flatMap(({ refreshToken }) => refreshToken ?? []);
    expect(sealed.length).toBeGreaterThan(0);
    for (const each of sealed) expect(server.services.secrets.open(each)).toMatch(/^[\w-]{20,}$/);
  });
});
