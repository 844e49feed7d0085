import { invitationDays, type User } from "@gatehouse/contract/entities/user";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createPeople } from "./people.ts";

const server = await testServer();
const people = createPeople(server);
const dayMs = 86_400_000;

const list = async () => (await server.call<User[]>("GET /users")).body;
const change = (id: number, body: object, token?: string) =>
  server.call("PATCH /users/{id}", { params: { id }, body }, token);

describe("users", () => {
  it("ROLE-4 an invited person signs in with the one-time password and has to choose their own", async () => {
    const { user, oneTimePassword } = await people.invite({ username: "asha", name: "Asha Rao", role: "guard" });
    expect(user).toMatchObject({ username: "asha", name: "Asha Rao", role: "guard", gateIds: null, lastSeenAt: null });
    const signedIn = await server.login(oneTimePassword, "asha");
    expect(signedIn.body.passwordChanged).toBe(false);
    expect(await server.call("GET /gates", {}, signedIn.body.token)).toMatchObject({
      status: 403,
      body: { code: "auth/password-change-required" },
    });
    await server.call("POST /auth/reset-password", { body: { password: people.chosenPassword } }, signedIn.body.token);
    const stored = (await list()).find(({ username }) => username === "asha");
    expect(stored).toMatchObject({ invitedUntil: null, lastSeenAt: expect.any(String) });
  });

  it("ROLE-4 an invitation expires after a week, and a new one-time password renews it", async () => {
    const { user, oneTimePassword } = await people.invite();
    // The admin's session would end as well if the clock advanced.
    const over = new Date(server.clock.now().getTime() - invitationDays * dayMs);
    const { db } = server.services;
    const invited = await db.selectFrom("users").select("oneTimeUntil").where("id", "=", user.id).executeTakeFirst();
    expect(new Date(invited?.oneTimeUntil ?? 0).getTime() - server.clock.now().getTime()).toBeGreaterThan(
      (invitationDays - 1) * dayMs,
    );
    await db.updateTable("users").set({ oneTimeUntil: over }).where("id", "=", user.id).execute();
    expect(await server.login(oneTimePassword, user.username)).toMatchObject({
      status: 403,
      body: { code: "auth/invitation-expired" },
    });
    const params = { id: user.id };
    const renewed = await server.call<{ oneTimePassword: string }>("POST /users/{id}/one-time-password", { params });
    expect((await server.login(renewed.body.oneTimePassword, user.username)).status).toBe(200);
  });

  it("ROLE-4 disabling someone ends their sessions at once", async () => {
    const { id, username, token } = await people.signIn();
    expect((await server.call("GET /gates", {}, token)).status).toBe(200);
    expect(await change(id, { isDisabled: true })).toMatchObject({ status: 200, body: { isDisabled: true } });
    expect((await server.call("GET /gates", {}, token)).status).toBe(401);
    expect(await server.login(people.chosenPassword, username)).toMatchObject({
      status: 403,
      body: { code: "auth/disabled", message: "This account is disabled. Please ask an administrator." },
    });
    // The state of an account is not revealed to people who don't know its password.
    expect((await server.login("another password", username)).status).toBe(401);
  });

  it("ROLE-4 a new one-time password and signing out everywhere end the sessions", async () => {
    const first = await people.signIn();
    await server.call("POST /users/{id}/end-sessions", { params: { id: first.id } });
    expect((await server.call("GET /gates", {}, first.token)).status).toBe(401);
    const second = await people.signIn();
    await server.call("POST /users/{id}/one-time-password", { params: { id: second.id } });
    expect((await server.call("GET /gates", {}, second.token)).status).toBe(401);
  });

  it("ROLE-4 a deleted user is gone, and their name can be used again", async () => {
    const { id, token } = await people.signIn({ username: "temporary" });
    expect((await server.call("DELETE /users/{id}", { params: { id } })).status).toBe(204);
    expect((await server.call("GET /gates", {}, token)).status).toBe(401);
    await people.invite({ username: "temporary" });
  });

  it.each([
    ["the same name in another case", { username: "ADMIN", role: "viewer" }, 409, "username"],
    ["a name with a letter of another script", { username: "аdmin", role: "viewer" }, 400, "username"],
    ["an unknown role", { username: "odd", role: "king" }, 400, "role"],
    ["an unknown gate", { username: "odd", role: "viewer", gateIds: [999_999] }, 400, "gateIds"],
  ])("ROLE-4 %s is rejected at its field", async (_, body, status, path) => {
    expect(await server.call("POST /users", { body })).toMatchObject({ status, body: { errors: [{ path }] } });
  });

  it("ROLE-4 a change based on an old version is rejected", async () => {
    const { user } = await people.invite();
    await change(user.id, { name: "First" });
    const headers = { "if-match": String(user.version) };
    const response = await server.call("PATCH /users/{id}", {
      params: { id: user.id },
      body: { name: "Second" },
      headers,
    });
    expect(response).toMatchObject({ status: 409, body: { code: "record/changed", current: { name: "First" } } });
  });
});

describe("a person who may only manage people", async () => {
  const staff = { name: "Staff office", permissions: ["view", "people"] };
  const { body: role } = await server.call<{ id: number; version: number }>("POST /roles", { body: staff });
  const { id: ownId, token } = await people.signIn({ role: staff.name });
  const { user: superior } = await people.invite({ role: "administrator" });
  const { user: equal } = await people.invite({ role: "viewer" });
  const keyFor = (purpose: string) => ({ body: { name: `Cloud ${purpose}`, purpose } });
  const provider = (over: object) => ({
    body: { name: "Acme", issuer: "https://127.0.0.1:9/acme", clientId: "x", mapping: [], ...over },
  });
  const admins = [{ value: "all", role: "administrator", gateIds: null }];

  it.each([
    ["invite", "POST /users", { body: { username: "friend", role: "administrator" } }, "role"],
    ["promote themselves", "PATCH /users/{id}", { params: { id: ownId }, body: { role: "guard" } }, "role"],
    ["promote others", "PATCH /users/{id}", { params: { id: equal.id }, body: { role: "manager" } }, "role"],
    ["unlimit", "PATCH /users/{id}", { params: { id: superior.id }, body: { gateIds: [] } }, "gateIds"],
    ["take over the password", "POST /users/{id}/one-time-password", { params: { id: superior.id } }, "role"],
    ["take over the second factor", "DELETE /users/{id}/second-factor", { params: { id: superior.id } }, "role"],
    ["add a role", "POST /roles", { body: { name: "Strong", permissions: ["open"] } }, "permissions"],
    [
      "widen their role",
      "PUT /roles/{id}",
      { params: { id: role.id }, body: { ...staff, permissions: [...staff.permissions, "open"] } },
      "permissions",
    ],
    ["map a group", "POST /sign-in/providers", provider({ mapping: admins }), "mapping.0.role"],
    ["map everyone", "POST /sign-in/providers", provider({ defaultRole: "installer" }), "defaultRole"],
    ["make a key", "POST /integration-keys", keyFor("integration"), "purpose"],
    ["make a key", "POST /integration-keys", keyFor("commissioning"), "purpose"],
  ] as const)("ROLE-1 ROLE-4 can't %s beyond their own permissions: %s", async (_, key, sent, path) => {
    const response = await server.call(key, sent, token);
    expect(response).toMatchObject({ status: 403, body: { code: "auth/not-permitted", errors: [{ path }] } });
    expect(String((response.body as { message: unknown }).message)).toContain("permissions that you don't have: ");
  });

  it("ROLE-4 can't enable an account that may do more, but can change its name and disable it", async () => {
    const changed = { name: "Renamed", isDisabled: true };
    expect((await change(superior.id, changed, token)).status).toBe(200);
    expect(await change(superior.id, { isDisabled: false }, token)).toMatchObject({
      status: 403,
      body: { errors: [{ path: "isDisabled" }] },
    });
  });

  it("ROLE-1 can't lead a mapping that others made to another provider", async () => {
    const mapped = provider({ name: "Mapped", mapping: admins });
    const { body: stored, status } = await server.call<{ id: number }>("POST /sign-in/providers", mapped);
    expect(status).toBe(201);
    const moved = { params: { id: stored.id }, body: { ...mapped.body, issuer: "https://127.0.0.1:9/own" } };
    expect(await server.call("PUT /sign-in/providers/{id}", moved, token)).toMatchObject({
      status: 403,
      body: { errors: [{ path: "mapping.0.role" }] },
    });
  });

  it("ROLE-4 can give what they have", async () => {
    const statuses = [
      (await server.call("POST /users", { body: { username: "clerk", role: staff.name } }, token)).status,
      (await server.call("POST /roles", { body: { name: "Guest", permissions: ["view"] } }, token)).status,
      (await change(equal.id, { role: staff.name, gateIds: [] }, token)).status,
      (await server.call("POST /users/{id}/one-time-password", { params: { id: equal.id } }, token)).status,
      (await server.call("POST /sign-in/providers", provider({ defaultRole: "viewer" }), token)).status,
    ];
    expect(statuses).toEqual([201, 201, 200, 200, 201]);
  });
});

describe("the last administrator", () => {
  const adminId = async () => (await list()).find(({ username }) => username === "admin")?.id ?? 0;
  const lastOne = { status: 409, body: { code: "user/last-administrator" } };

  it("ROLE-4 can't be demoted, disabled or deleted", async () => {
    const id = await adminId();
    expect(await change(id, { role: "viewer" })).toMatchObject(lastOne);
    expect(await change(id, { isDisabled: true })).toMatchObject(lastOne);
    expect(await server.call("DELETE /users/{id}", { params: { id } })).toMatchObject(lastOne);
  });

  it("ROLE-3 can't be limited to gates, and one who is limited does not count", async () => {
    const limited = await people.invite({ role: "administrator", gateIds: [] });
    expect(await change(await adminId(), { gateIds: [] })).toMatchObject(lastOne);
    expect(await change(await adminId(), { role: "viewer" })).toMatchObject(lastOne);
    expect((await change(limited.user.id, { role: "viewer" })).status).toBe(200);
  });

  it("ROLE-4 is protected against two calls at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await people.signIn({ role: "administrator" });
      const responses = await Promise.all([
        change(await adminId(), { role: "viewer" }, second.token),
        change(second.id, { isDisabled: true }),
      ]);
      // The other call comes too late: its author is no longer an administrator, or the last one.
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const { db } = server.services;
      const left = db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "administrator")
        .where("isDisabled", "=", false);
      expect(await left.execute()).toHaveLength(1);
      await db.updateTable("users").set({ role: "administrator" }).where("username", "=", "admin").execute();
      await server.call("DELETE /users/{id}", { params: { id: second.id } });
    }
  });
});
