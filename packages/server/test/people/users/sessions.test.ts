import type { OwnSession } from "@gatehouse/contract/entities/account";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import type { RolePolicy } from "@gatehouse/contract/entities/role-policy";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { toBrowserName } from "../../../src/people/auth/browser-name.ts";
import { listenSignedIn, testServer } from "../../test-server.ts";
import { createPeople } from "./people.ts";

const server = await testServer();
const people = createPeople(server);
const minute = 60_000;
const hour = 60 * minute;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const signInFrom = (username: string, userAgent: string) =>
  server.call<{ token: string }>(
    "POST /auth/login",
    {
      body: { username, password: people.chosenPassword },
      headers: { "app-id": consoleAppId, "user-agent": userAgent },
    },
    null,
  );
const listOwn = async (token: string) => (await server.call<OwnSession[]>("GET /auth/sessions", {}, token)).body;
const statusOf = async (token: string) => (await server.call("GET /gates", {}, token)).status;
const renew = (token: string) => server.call<{ token: string }>("POST /auth/renew", {}, token);

const setPolicy = (role: string, body: object) =>
  server.call<RolePolicy>("PUT /sign-in/policies/{role}", { params: { role }, body });
const auditOf = async (user: string) =>
  (await server.call<{ data: AuditEntry[] }>("GET /audit", { query: { user } })).body.data;

// The tests advance the clock; admin stays signed in.
await server.services.db
  .insertInto("role_policies")
  .values({ role: "administrator", idleMinutes: 24 * 60, maxAgeHours: 720 })
  .execute();

describe("one's own sessions", () => {
  it("AUTH-13 are listed with browser, address, method and times, and no one else's are", async () => {
    const { token, username } = await people.signIn();
    await people.signIn();
    await signInFrom(username, firefox);
    expect(await listOwn(token)).toEqual([
      expect.objectContaining({ userAgent: "Firefox on Linux", method: "password", isCurrent: false }),
      expect.objectContaining({ address: "127.0.0.1", method: "password", isCurrent: true }),
    ]);
  });

  it("AUTH-13 one of them is ended, and another person's can't be", async () => {
    const { token, username } = await people.signIn();
    const other = (await signInFrom(username, firefox)).body.token;
    const params = { id: (await listOwn(token)).find(({ isCurrent }) => !isCurrent)?.id };
    const stranger = await people.signIn();
    expect((await server.call("DELETE /auth/sessions/{id}", { params }, stranger.token)).status).toBe(404);
    expect((await server.call("DELETE /auth/sessions/{id}", { params }, token)).status).toBe(204);
    expect([await statusOf(other), await statusOf(token)]).toEqual([401, 200]);
    expect((await server.call("DELETE /auth/sessions/{id}", { params }, token)).status).toBe(404);
    const odd = { params: { id: "odd" } };
    expect((await server.call("DELETE /auth/sessions/{id}", odd, token)).status).toBe(404);
    expect((await auditOf(username))[0]?.summary).toBe("Ended one of their sessions");
  });

  it.each([
    ["everywhere", {}, [401, 401]],
    ["everywhere else", { keepCurrent: true }, [200, 401]],
  ])("AUTH-13 signing out %s ends the sessions", async (_, query, statuses) => {
    const { token, username } = await people.signIn();
    const other = (await signInFrom(username, firefox)).body.token;
    expect((await server.call("DELETE /auth/sessions", { query }, token)).status).toBe(204);
    expect([await statusOf(token), await statusOf(other)]).toEqual(statuses);
    expect((await auditOf(username))[0]?.summary).toBe("Signed out everywhere");
  });

  it.each([
    [firefox, "Firefox on Linux"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
    ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iPad"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari on macOS"],
    ["curl/8.5.0", "curl"],
    ["", "Unknown program"],
  ])("AUTH-13 the user agent %j is shown as %s", (userAgent, name) => {
    expect(toBrowserName(userAgent)).toBe(name);
  });
});

describe("the policy of a role", () => {
  it("AUTH-13 is listed for every role, with the limits of the product unless changed", async () => {
    await server.call("POST /roles", { body: { name: "Desk", permissions: ["view"] } });
    const { body } = await server.call<RolePolicy[]>("GET /sign-in/policies");
    expect(body.map(({ role }) => role)).toEqual([
      "viewer",
      "guard",
      "manager",
      "installer",
      "auditor",
      "administrator",
      "Desk",
    ]);
    expect(body.at(-1)).toEqual({
      role: "Desk",
      title: "Desk",
      version: 1,
      idleMinutes: null,
      maxAgeHours: null,
      isSecondFactorRequired: false,
    });
  });

  it("AUTH-13 ends sessions that are not used, with its own fault; background calls are no use", async () => {
    await setPolicy("guard", { idleMinutes: 10 });
    const { token } = await people.signIn({ role: "guard" });
    server.clock.advance(9 * minute);
    expect(await statusOf(token)).toBe(200);
    server.clock.advance(2 * minute);
    expect(await statusOf(token)).toBe(401);
    const later = await people.signIn({ role: "guard" });
    await setPolicy("guard", { idleMinutes: 5 });
    server.clock.advance(6 * minute);
    expect(await server.call("GET /gates", {}, later.token)).toMatchObject({
      status: 401,
      body: { code: "auth/session-idle" },
    });
    expect((await renew(later.token)).status).toBe(401);
  });

  it("AUTH-13 a renewed token proves use, which is stored at most once a minute", async () => {
    await setPolicy("guard", { idleMinutes: 10 });
    const { id, token } = await people.signIn({ role: "guard" });
    const { db } = server.services;
    const lastSeen = () =>
      db.selectFrom("sessions").select("lastSeenAt").where("userId", "=", id).where("endedAt", "is", null).execute();
    const first = await lastSeen();
    server.clock.advance(30_000);
    const early = await renew(token);
    expect(await lastSeen()).toEqual(first);
    expect(decodeJwt(early.body.token).exp).toBe(decodeJwt(token).exp);
    server.clock.advance(8 * minute);
    const renewed = await renew(token);
    expect(await lastSeen()).not.toEqual(first);
    server.clock.advance(8 * minute);
    expect(await statusOf(renewed.body.token)).toBe(200);
    const { exp = 0, iat = 0 } = decodeJwt(renewed.body.token);
    expect(exp - iat).toBe(10 * 60);
  });

  it("AUTH-13 ends sessions at their maximum age, also those that exist already", async () => {
    await setPolicy("manager", { idleMinutes: 24 * 60, maxAgeHours: 20 });
    const { token } = await people.signIn({ role: "manager" });
    server.clock.advance(13 * hour);
    expect(await statusOf(token)).toBe(200);
    await setPolicy("manager", { idleMinutes: 24 * 60, maxAgeHours: 1 });
    expect(await server.call("GET /gates", {}, token)).toMatchObject({
      status: 401,
      body: { code: "auth/session-too-old" },
    });
  });

  it.each([
    ["too short", { idleMinutes: 4 }, "idleMinutes", "Must be a whole number from 5 to 1440"],
    ["too long", { maxAgeHours: 721 }, "maxAgeHours", "Must be a whole number from 1 to 720"],
    ["not whole", { idleMinutes: 7.5 }, "idleMinutes", "Must be a whole number from 5 to 1440"],
  ])("AUTH-13 a limit that is %s is rejected at its field", async (_, body, path, message) => {
    const response = await setPolicy("viewer", body);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });

  it("AUTH-13 of an unknown role does not exist, and one that someone else changed is not overwritten", async () => {
    expect((await setPolicy("king", {})).status).toBe(404);
    const { body: changed } = await setPolicy("auditor", { idleMinutes: 15 });
    expect(changed).toMatchObject({ version: 2, idleMinutes: 15 });
    expect(await setPolicy("auditor", { ...changed, version: 1 })).toMatchObject({
      status: 409,
      body: { code: "record/changed" },
    });
    expect((await setPolicy("auditor", { ...changed, idleMinutes: null })).body.idleMinutes).toBeNull();
  });

  it("AUTH-13 follows a renamed role and goes with a deleted one", async () => {
    const draft = { name: "Night", permissions: ["view"] };
    const role = await server.call<{ id: number }>("POST /roles", { body: draft });
    const params = { id: role.body.id };
    await setPolicy("Night", { idleMinutes: 6 });
    await server.call("PUT /roles/{id}", { params, body: { ...draft, name: "Night shift" } });
    const find = async () =>
      (await server.call<RolePolicy[]>("GET /sign-in/policies")).body.filter(({ role }) => role.startsWith("Night"));
    expect(await find()).toMatchObject([{ role: "Night shift", idleMinutes: 6 }]);
    await server.call("DELETE /roles/{id}", { params });
    await server.call("POST /roles", { body: { ...draft, name: "Night shift" } });
    expect(await find()).toMatchObject([{ role: "Night shift", idleMinutes: null }]);
  });
});

describe("a session of a disabled user", () => {
  it("AUTH-13 is refused with a clear message, and the first time is in the audit trail", async () => {
    const { id, username, token } = await people.signIn();
    await server.call("PATCH /users/{id}", { params: { id }, body: { isDisabled: true } });
    const responses = [await server.call("GET /gates", {}, token), await server.call("GET /gates", {}, token)];
    expect(responses.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual(
      Array(2).fill([401, "This account was disabled. Please ask an administrator."]),
    );
    const rows = (await auditOf(username)).filter(({ action }) => action === "sign-in-failed");
    expect(rows).toMatchObject([{ user: username, summary: "Was refused: the account is disabled" }]);
  });
});

describe("live connections", () => {
  it("AUTH-13 close when their session ends", async () => {
    const { port } = await listenSignedIn(server);
    const { username, token } = await people.signIn();
    const other = (await signInFrom(username, firefox)).body.token;
    const headers = { authorization: `Bearer ${other}` };
    const stream = await fetch(`http://127.0.0.1:${port}/api/live`, { headers });
    expect(stream.status).toBe(200);
    await server.call("DELETE /auth/sessions", { query: { keepCurrent: true } }, token);
    // Resolves when the server ends the response.
    expect(await stream.text()).toContain("event: alive");
  });
});
