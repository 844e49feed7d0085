import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import type { PersonalToken } from "@gatehouse/contract/entities/account";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { tokenLimits } from "@gatehouse/contract/session-limits";
import { describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { testServer } from "../../test-server.ts";
import { createPeople } from "./people.ts";

const server = await testServer();
const people = createPeople(server);
const dayMs = 86_400_000;
let count = 0;

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();
const draft = (over: object = {}) => {
  count += 1;
  return { name: `script ${count}`, permissions: ["view"], expiresAt: inDays(30), ...over };
};

async function create(owner: string | undefined, over: object = {}) {
  const response = await server.call<PersonalToken & { token: string }>(
    "POST /auth/tokens",
    { body: draft(over) },
    owner,
  );
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

const audit = async (query: object) =>
  (await server.call<{ data: AuditEntry[] }>("GET /audit", { query: { ...query } })).body.data;

describe("a personal access token", () => {
  it("ROLE-6 is shown once, stored hashed, and listed with its last use", async () => {
    const { token: owner } = await people.signIn({ role: "manager" });
    const { token, ...created } = await create(owner, { name: "Backup script" });
    expect(token).toMatch(/^gh_[\w-]{43}$/);
    expect(created).toMatchObject({ name: "Backup script", prefix: token.slice(0, 8), lastUsedAt: null });
    const { tokenHash } = await server.services.db
      .selectFrom("personal_tokens")
      .select("tokenHash")
      .where("id", "=", created.id)
      .executeTakeFirstOrThrow();
    expect(tokenHash).not.toContain(token.slice(3));
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
    expect((await server.call<PersonalToken[]>("GET /auth/tokens", {}, owner)).body).toEqual([
      { ...created, lastUsedAt: expect.any(String), lastAddress: "127.0.0.1" },
    ]);
  });

  it("ROLE-6 may do what both it and its owner may do, whatever their role becomes", async () => {
    const { id, token: owner } = await people.signIn({ role: "installer" });
    const { token } = await create(owner, { permissions: ["view", "devices"] });
    const addGate = () => server.call("POST /gates", { body: samples.gate() }, token);
    expect((await addGate()).status).toBe(201);
    const variables = { body: { name: "x", value: 1 } };
    expect((await server.call("POST /variables/constant", variables, token)).status).not.toBe(201);
    expect((await server.call("GET /auth/me", {}, token)).body).toMatchObject({ permissions: ["view", "devices"] });
    await server.call("PATCH /users/{id}", { params: { id }, body: { role: "viewer" } });
    expect(await addGate()).toMatchObject({ status: 403, body: { code: "auth/not-permitted" } });
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
    await server.call("PATCH /users/{id}", { params: { id }, body: { gateIds: [] } });
    expect((await server.call("GET /auth/me", {}, token)).body).toMatchObject({ gateIds: [], permissions: ["view"] });
  });

  const guarded = (Object.entries(api) as [EndpointKey, Endpoint][]).filter(
    ([key, { access, permission = [] }]) =>
      (key.includes(" /auth/") && access !== "public" && key !== "GET /auth/me") ||
      (access === undefined && [permission].flat().every((needed) => needed === "people")),
  );
  it("ROLE-6 is refused by every call that changes or shows accounts, people, passwords, tokens or keys", async () => {
    const { token: owner } = await people.signIn({ role: "administrator" });
    const { token } = await create(owner);
    const accepted: string[] = [];
    for (const [key] of guarded) {
      const { status, body } = await server.call<{ code: string }>(key, { params: { id: 1, role: "viewer" } }, token);
      if (status !== 403 || !["auth/token-not-allowed", "auth/not-permitted"].includes(body.code)) accepted.push(key);
    }
    expect(guarded.length).toBeGreaterThan(15);
    expect(accepted).toEqual([]);
  });

  it("ROLE-6 AUTH-14 can't try PINs: switching is refused before the PIN is looked at", async () => {
    const { token: owner } = await people.signIn({ role: "guard" });
    const { token } = await create(owner);
    const target = await people.signIn({ role: "guard" });
    await server.call("PUT /auth/pin", { body: { pin: "482913" } }, target.token);
    const attempts = ["482913", "000000", "000001", "000002", "000003", "000004", "000005"];
    const responses = await Promise.all(
      attempts.map((pin) => server.call("POST /auth/switch", { body: { userId: target.id, pin } }, token)),
    );
    expect(new Set(responses.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))).toEqual(
      new Set(["403 auth/token-not-allowed"]),
    );
    expect(await audit({ action: "switch-failed" })).toEqual([]);
    const switched = await server.call(
      "POST /auth/switch",
      { body: { userId: target.id, pin: "482913" } },
      (await people.signIn({ role: "guard" })).token,
    );
    expect(switched.status, "the PIN is not locked").toBe(200);
  });

  it.each([
    ["no permission", { permissions: [] }, "permissions"],
    ["a permission that the person lacks", { permissions: ["view", "site"] }, "permissions.1"],
    ["the permission to manage people", { permissions: ["people"] }, "permissions.0"],
    ["no end", { expiresAt: undefined }, "expiresAt"],
    ["an end in the past", { expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    ["an end after more than a year", { expiresAt: inDays(tokenLimits.maxDays + 1) }, "expiresAt"],
    ["no name", { name: " " }, "name"],
  ])("ROLE-6 with %s is rejected at its field", async (_, over, path) => {
    const { token: owner } = await people.signIn({ role: "manager" });
    const response = await server.call("POST /auth/tokens", { body: draft(over) }, owner);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("ROLE-6 has a name that no other token of the person has, until it is revoked", async () => {
    const { token: owner } = await people.signIn();
    const { id } = await create(owner, { name: "Same" });
    const again = () => server.call("POST /auth/tokens", { body: draft({ name: "same" }) }, owner);
    expect(await again()).toMatchObject({ status: 409, body: { errors: [{ path: "name" }] } });
    await server.call("DELETE /auth/tokens/{id}", { params: { id } }, owner);
    expect((await again()).status).toBe(201);
    const stranger = await people.signIn();
    expect((await server.call("POST /auth/tokens", { body: draft({ name: "same" }) }, stranger.token)).status).toBe(
      201,
    );
  });
});

describe("the end of a token", () => {
  const rejected = (code: string) => ({ status: 401, body: { code } });
  const failures = async (user: string) =>
    (await audit({ user, action: "sign-in-failed" })).map(({ summary }) => summary);

  it("ROLE-6 a revoked one gets its own fault, and the first use is in the audit trail", async () => {
    const { username, token: owner } = await people.signIn();
    const { id, token } = await create(owner);
    const stranger = await people.signIn();
    expect((await server.call("DELETE /auth/tokens/{id}", { params: { id } }, stranger.token)).status).toBe(404);
    expect((await server.call("DELETE /auth/tokens/{id}", { params: { id } }, owner)).status).toBe(204);
    expect(await server.call("GET /gates", {}, token)).toMatchObject(rejected("token/revoked"));
    expect(await server.call("GET /gates", {}, token)).toMatchObject(rejected("token/revoked"));
    expect(await failures(username)).toEqual(["Was refused: the access token was revoked"]);
    expect((await server.call("GET /auth/tokens", {}, owner)).body).toEqual([]);
  });

  it("ROLE-6 an expired one gets its own fault", async () => {
    const { username, token: owner } = await people.signIn();
    const { id, token } = await create(owner);
    const over = new Date(server.clock.now().getTime() - 1_000);
    await server.services.db.updateTable("personal_tokens").set({ expiresAt: over }).where("id", "=", id).execute();
    expect(await server.call("GET /gates", {}, token)).toMatchObject(rejected("token/expired"));
    expect(await failures(username)).toEqual(["Was refused: the access token has expired"]);
  });

  it("ROLE-6 one of a disabled person stops at once, and works again when the person is enabled", async () => {
    const { id, username, token: owner } = await people.signIn();
    const { token } = await create(owner);
    const disable = (isDisabled: boolean) => server.call("PATCH /users/{id}", { params: { id }, body: { isDisabled } });
    await disable(true);
    expect(await server.call("GET /gates", {}, token)).toMatchObject(rejected("auth/account-disabled"));
    expect(await failures(username)).toEqual(["Was refused: the account is disabled"]);
    await disable(false);
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
  });

  it("ROLE-6 one of a deleted person is gone with them", async () => {
    const { id, token: owner } = await people.signIn();
    const { token } = await create(owner);
    await server.call("DELETE /users/{id}", { params: { id } });
    expect(await server.call("GET /gates", {}, token)).toMatchObject(rejected("token/invalid"));
  });
});

describe("the use of a token", () => {
  it("ROLE-6 AUD-1 is named in the audit trail, under the name of its owner", async () => {
    const { username, token: owner } = await people.signIn({ role: "installer" });
    const { token } = await create(owner, { name: "Import (nightly)", permissions: ["view", "devices"] });
    const gate = samples.gate();
    await server.call("POST /gates", { body: gate }, token);
    expect(await audit({ user: username, entity: "gates" })).toMatchObject([
      { user: username, summary: `Created gate "${gate.name}" (token: Import (nightly))` },
    ]);
  });

  it("ROLE-6 guesses are throttled by address; a valid token from there still works", async () => {
    const { token: owner } = await people.signIn();
    const { token } = await create(owner);
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
    const guess = () => server.call<{ code: string }>("GET /gates", {}, "gh_guess");
    const codes: string[] = [];
    while (codes.length < 20) codes.push((await guess()).body.code);
    expect(codes.at(0)).toBe("token/invalid");
    expect(codes.at(-1)).toBe("secret/too-many-attempts");
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
  });
});
