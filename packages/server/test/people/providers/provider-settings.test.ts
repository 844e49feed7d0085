import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { ownPassword, testServer } from "../../test-server.ts";
import { createPeople } from "../users/people.ts";
import { addProvider, lastEntry } from "./add-provider.ts";
import { createBrowser, origin } from "./browser.ts";
import { startProvider, type TestProvider } from "./oidc-provider.ts";

const server = await testServer();
const people = createPeople(server);
let acme: TestProvider;

beforeAll(async () => {
  acme = await startProvider();
});
afterAll(() => acme.stop());

const draft = (over: Record<string, unknown> = {}) => ({
  name: "Draft",
  issuer: "https://login.example.com",
  clientId: "gatehouse",
  ...over,
});

type Faulty = { code: string; errors: { path: string; message: string }[] };

describe("settings of a provider", () => {
  it("AUTH-10 stores the client secret encrypted and never returns it", async () => {
    const id = await addProvider(server, "Secret", acme);
    const { body } = await server.call<{ id: number; hasClientSecret: boolean }[]>("GET /sign-in/providers");
    expect(JSON.stringify(body)).not.toContain(acme.client.clientSecret);
    expect(body.find((each) => each.id === id)).toMatchObject({ hasClientSecret: true });
    const row = await server.services.db
      .selectFrom("sign_in_providers")
      .select("clientSecret")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.clientSecret).not.toContain(acme.client.clientSecret);
    const stored = body.find((each) => each.id === id);
    await server.call("PUT /sign-in/providers/{id}", { params: { id }, body: { ...stored, roleClaim: "roles" } });
    const kept = await server.services.db
      .selectFrom("sign_in_providers")
      .select(["clientSecret", "roleClaim"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(kept).toEqual({ ...row, roleClaim: "roles" });
    const audit = await lastEntry(server, "insert");
    expect(audit).toMatchObject({ after: { name: "Secret", clientSecret: "***" } });
  });

  it.each([
    ["no URL", { issuer: "login.example.com" }, "issuer"],
    ["no encryption", { issuer: "http://login.example.com" }, "issuer"],
    ["a password", { issuer: "https://me:secret@login.example.com" }, "issuer"],
    ["a query", { issuer: "https://login.example.com?x=1" }, "issuer"],
    ["an address outside the allowed networks", { issuer: "https://192.0.2.1" }, "issuer"],
    ["no openid scope", { scopes: "profile" }, "scopes"],
    ["an unknown role", { mapping: [{ value: "x", role: "pilot" }] }, "mapping.0.role"],
    ["an unknown gate", { mapping: [{ value: "x", role: "guard", gateIds: [999] }] }, "mapping.0.gateIds"],
    [
      "a group that is mapped twice",
      {
        mapping: [
          { value: "x", role: "guard" },
          { value: "x", role: "viewer" },
        ],
      },
      "mapping",
    ],
    ["an unknown default role", { defaultRole: "pilot" }, "defaultRole"],
  ])("AUTH-10 a provider with %s is rejected at its field", async (_, over, path) => {
    const response = await server.call<Faulty>("POST /sign-in/providers", { body: draft(over) });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("AUTH-10 maps nested claims, in order, with gates, and has a default role", async () => {
    const gate = await server.call<{ id: number }>("POST /gates", { body: samples.gate() });
    acme.accounts.set("nested", { preferred_username: "nested", realm_access: { roles: ["second", "first"] } });
    acme.accounts.set("plain", { preferred_username: "plain" });
    const id = await addProvider(server, "Nested", acme, {
      roleClaim: "realm_access.roles",
      mapping: [
        { value: "first", role: "manager", gateIds: [gate.body.id] },
        { value: "second", role: "guard", gateIds: null },
      ],
      defaultRole: "viewer",
    });
    const me = async (login: string) => {
      const { body } = await createBrowser(server).signIn(id, login);
      return (await server.call("GET /auth/me", {}, body.token)).body;
    };
    expect(await me("nested")).toMatchObject({ role: "manager", gateIds: [gate.body.id] });
    expect(await me("plain")).toMatchObject({ role: "viewer", gateIds: null });
  });

  it("AUTH-10 a role of the site's own is renamed in the mapping, and can't be deleted while it is mapped", async () => {
    const role = await server.call<{ id: number }>("POST /roles", { body: { name: "Desk", permissions: ["view"] } });
    const id = await addProvider(server, "Roles", acme, {
      mapping: [
        { value: "a", role: "guard" },
        { value: "b", role: "Desk" },
      ],
      defaultRole: "Desk",
    });
    const params = { id: role.body.id };
    await server.call("PUT /roles/{id}", { params, body: { name: "Front desk", permissions: ["view"] } });
    const { body } = await server.call<{ id: number }[]>("GET /sign-in/providers");
    expect(body.find((each) => each.id === id)).toMatchObject({
      defaultRole: "Front desk",
      mapping: [{ role: "guard" }, { value: "b", role: "Front desk" }],
    });
    const removal = await server.call("DELETE /roles/{id}", { params });
    expect(removal).toMatchObject({
      status: 409,
      body: { code: "record/in-use", dependents: [{ kind: "sign_in_providers", id, name: "Roles" }] },
    });
  });

  it("AUTH-10 the test tells whether the provider answers", async () => {
    const test = async (id: number) =>
      (await server.call("POST /sign-in/providers/{id}/test", { params: { id } })).body;
    expect(await test(await addProvider(server, "Right", acme))).toMatchObject({ outcome: "accepted" });
    const wrong = await addProvider(server, "Wrong", acme, { issuer: `${acme.issuer}/realm` });
    expect(await test(wrong)).toEqual({ outcome: "unreachable", detail: "It answered with status 404." });
    const gone = await startProvider();
    const goneId = await addProvider(server, "Gone", gone);
    await gone.stop();
    expect(await test(goneId)).toEqual({ outcome: "unreachable", detail: "Connection refused." });
  });

  it("AUTH-10 a provider with accounts can't be deleted", async () => {
    acme.accounts.set("kept", { preferred_username: "kept", groups: ["guards"] });
    const id = await addProvider(server, "Used", acme);
    await createBrowser(server).signIn(id, "kept");
    const response = await server.call("DELETE /sign-in/providers/{id}", { params: { id } });
    expect(response).toMatchObject({ status: 409, body: { code: "record/in-use", dependents: [{ name: "kept" }] } });
  });
});

describe("local accounts", () => {
  const save = (localAccounts: unknown) => server.call<Faulty>("PUT /sign-in/settings", { body: { localAccounts } });

  it("AUTH-10 can be switched off for all but one, who is an administrator that can sign in", async () => {
    const { body: users } = await server.call<{ id: number; username: string }[]>("GET /users");
    const adminId = users.find(({ username }) => username === "admin")?.id;
    const guard = await people.signIn({ role: "guard" });
    expect((await server.call("GET /sign-in/settings")).body).toMatchObject({ localAccounts: "all", origin });

    expect(await save({ onlyUserId: guard.id })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "localAccounts.onlyUserId" }] },
    });
    expect(await save({ onlyUserId: adminId })).toMatchObject({
      status: 200,
      body: { localAccounts: { onlyUserId: adminId } },
    });
    const rejected = await server.login(people.chosenPassword, guard.username);
    expect(rejected).toMatchObject({ status: 403, body: { code: "auth/local-disabled" } });
    expect(await lastEntry(server, "sign-in-failed")).toMatchObject({
      user: guard.username,
      after: { reason: "auth/local-disabled" },
    });
    expect((await server.login("wrong", guard.username)).status).toBe(401);
    expect((await server.login(ownPassword)).status).toBe(200);

    // Not the last administrator, so the reason is the setting.
    await people.invite({ role: "administrator" });
    const disable = { params: { id: adminId }, body: { isDisabled: true } };
    expect(await server.call("PATCH /users/{id}", disable)).toMatchObject({
      status: 409,
      body: { code: "user/emergency-account" },
    });
    expect(await server.call("DELETE /users/{id}", { params: { id: adminId } })).toMatchObject({
      status: 409,
      body: { code: "user/emergency-account" },
    });
    expect((await save("all")).status).toBe(200);
    expect((await server.login(people.chosenPassword, guard.username)).status).toBe(200);
  });

  it("AUTH-10 can't be switched off without a provider that works", async () => {
    const { body: users } = await server.call<{ id: number; username: string }[]>("GET /users");
    const adminId = users.find(({ username }) => username === "admin")?.id;
    await server.services.db.updateTable("sign_in_providers").set({ isEnabled: false }).execute();
    expect(await save({ onlyUserId: adminId })).toMatchObject({ status: 409, body: { code: "sign-in/no-provider" } });
    expect((await server.call("GET /sign-in/settings")).body).toMatchObject({ localAccounts: "all" });
  });
});
