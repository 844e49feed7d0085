import { api } from "@gatehouse/contract/api";
import type { Endpoint } from "@gatehouse/contract/endpoint";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";

interface Page {
  data: AuditEntry[];
  next: string | null;
  prev: string | null;
}

const server = await testServer();
const people = createPeople(server);

async function list(query: Record<string, unknown> = {}): Promise<Page> {
  const { status, body } = await server.call<Page>("GET /audit", { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const summaries = async (query: Record<string, unknown>) => (await list(query)).data.map(({ summary }) => summary);

async function createLane(name: string): Promise<{ id: number }> {
  const body = { name, speedLimit2w: 40, speedLimit4w: 60 };
  const created = await server.call<{ id: number }>("POST /lanes", { body });
  expect(created.status).toBe(201);
  return created.body;
}

describe("the audit trail", () => {
  it("AUD-1 has every write with who, when, from where, before and after", async () => {
    const { id } = await createLane("Ramp");
    const body = { name: "Ramp", speedLimit2w: 40, speedLimit4w: 50 };
    await server.call("PUT /lanes/{id}", { params: { id }, body });
    await server.call("DELETE /lanes/{id}", { params: { id } });
    const { data } = await list({ entity: "lanes" });
    expect(data.map(({ action, summary }) => [action, summary])).toEqual([
      ["delete", 'Deleted lane "Ramp"'],
      ["update", 'Changed speed limit for four-wheelers of lane "Ramp"'],
      ["insert", 'Created lane "Ramp"'],
    ]);
    expect(data[1]).toMatchObject({
      user: "admin",
      entityId: String(id),
      address: "127.0.0.1",
      before: { speedLimit4w: 60 },
      after: { speedLimit4w: 50 },
    });
  });

  it("AUD-1 has sign-ins, sign-outs and failed sign-ins with their reason", async () => {
    const { username, id, token } = await people.signIn();
    await server.login("not the password", username);
    await server.call("POST /auth/logout", {}, token);
    await server.call("PATCH /users/{id}", { params: { id }, body: { isDisabled: true } });
    await server.login(people.chosenPassword, username);
    const entries = await list({ user: username.toUpperCase() });
    expect(entries.data.map(({ action, summary, address }) => [action, summary, address])).toEqual([
      ["sign-in-failed", "Could not sign in: the account is disabled", "127.0.0.1"],
      ["sign-out", "Signed out", "127.0.0.1"],
      ["sign-in-failed", "Could not sign in: wrong user name or password", "127.0.0.1"],
      ["update", "Changed their password", "127.0.0.1"],
      ["sign-in", "Signed in", "127.0.0.1"],
    ]);
  });

  it("AUD-1 has the sign-in with an expired invitation", async () => {
    const { user, oneTimePassword } = await people.invite();
    server.clock.advance(8 * 86_400_000);
    const response = await server.login(oneTimePassword, user.username);
    server.clock.advance(-8 * 86_400_000);
    expect(response.status).toBe(403);
    expect(await summaries({ user: user.username })).toEqual(["Could not sign in: the one-time password has expired"]);
  });

  it("AUD-1 does not store an unknown user name, which may be a password", async () => {
    await server.login("x", "my-secret-phrase");
    const { data } = await list({ action: "sign-in-failed", user: "unknown user" });
    expect(data).toHaveLength(1);
    expect(JSON.stringify(await list({ limit: 500 }))).not.toContain("my-secret-phrase");
  });

  it("AUD-1 has changes of permissions, also those of a role", async () => {
    const { user } = await people.invite({ role: "viewer" });
    await server.call("PATCH /users/{id}", { params: { id: user.id }, body: { role: "guard" } });
    await server.call("PATCH /users/{id}", { params: { id: user.id }, body: { name: "Asha" } });
    const role = await server.call<{ id: number }>("POST /roles", { body: { name: "Desk", permissions: ["view"] } });
    const change = { params: { id: role.body.id }, body: { name: "Desk", permissions: ["view", "open"] } };
    await server.call("PUT /roles/{id}", change);
    const changes = await list({ action: "permission", limit: 2 });
    expect(changes.data.map(({ summary }) => summary)).toEqual([
      'Changed permissions of role "Desk"',
      `Changed role of user "${user.username}"`,
    ]);
  });

  it("AUD-1 has who ended the sessions of a user", async () => {
    const { user } = await people.invite();
    await server.call("POST /users/{id}/end-sessions", { params: { id: user.id } });
    expect(await summaries({ action: "sign-out", entityId: user.id })).toEqual([
      `Signed out user "${user.username}" everywhere`,
    ]);
  });

  it("AUD-1 has exports with their filters, its own included", async () => {
    const headers = { authorization: `Bearer ${(await people.signIn({ role: "auditor" })).token}` };
    const csv = await server.app.inject({ url: "/api/audit/export?entity=lanes", headers });
    await server.app.inject({ url: "/api/events/anpr-ac/export?search=AB12", headers });
    expect(csv.body.split("\r\n")[1]).toContain('Deleted lane ""Ramp""');
    const { data } = await list({ action: "export" });
    expect(data.map(({ summary, after }) => [summary, after])).toMatchObject([
      ["Exported events", { search: "AB12" }],
      ["Exported the audit trail", { entity: "lanes" }],
    ]);
  });

  it("AUD-1 every endpoint that exports data is recorded", () => {
    const downloads = Object.entries<Endpoint>(api).filter(([key, { download }]) => download && key.startsWith("GET "));
    expect(downloads.length).toBeGreaterThan(0);
    expect(downloads.filter(([, endpoint]) => !endpoint.exports).map(([key]) => key)).toEqual([]);
  });

  it("AUD-1 shows no secrets", async () => {
    const { user, oneTimePassword } = await people.invite();
    const { data } = await list({ entity: "users", entityId: user.id });
    expect(data[0]).toMatchObject({ action: "insert", after: { passwordHash: "***" } });
    expect(JSON.stringify(data)).not.toContain(oneTimePassword);
  });

  it("AUD-1 pages in both directions, and new entries don't shift a page", async () => {
    for (let number = 1; number <= 5; number += 1) await createLane(`Paged ${number}`);
    const query = { entity: "lanes", action: "insert", limit: 2 };
    const first = await list(query);
    await createLane("Later");
    const second = await list({ ...query, cursor: first.next });
    const back = await list({ ...query, cursor: second.prev });
    expect(first.data.map(({ summary }) => summary)).toEqual(['Created lane "Paged 5"', 'Created lane "Paged 4"']);
    expect(second.data.map(({ summary }) => summary)).toEqual(['Created lane "Paged 3"', 'Created lane "Paged 2"']);
    expect(back.data).toEqual(first.data);
    const other = await server.call("GET /audit", { query: { entity: "gates", cursor: first.next } });
    expect(other).toMatchObject({ status: 400, body: { code: "cursor/invalid" } });
  });

  it("AUD-1 filters by a part of a user name, in any case", async () => {
    const list = async (user: string) => {
      const { body } = await server.call<{ data: AuditEntry[] }>("GET /audit", { query: { user, limit: 100 } });
      return [...new Set(body.data.map((entry) => entry.user))];
    };
    expect(await list("ADM")).toEqual(["admin"]);
    expect(await list("admin")).toEqual(["admin"]);
    expect(await list("%")).toEqual([]);
    expect(await list("not-a-user")).toEqual([]);
  });

  it("AUD-1 filters by time", async () => {
    const [newest] = (await list({ limit: 1 })).data;
    const at = newest?.at ?? "";
    expect((await list({ from: at, limit: 500 })).data.every((entry) => entry.at >= at)).toBe(true);
    expect((await list({ to: at, limit: 500 })).data.every((entry) => entry.at < at)).toBe(true);
    expect((await list({ from: at, to: at })).data).toEqual([]);
  });

  it.each([
    ["an unknown action", { action: "fly" }, "action"],
    ["an invalid time", { from: "yesterday" }, "from"],
  ])("AUD-1 refuses %s at its field", async (_, query, path) => {
    expect(await server.call("GET /audit", { query })).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("AUD-2 lists the history of one record", async () => {
    const gate = await server.call<{ id: number; version: number }>("POST /gates", { body: samples.gate() });
    await server.call("POST /gates", { body: samples.gate() });
    const body = { ...samples.gate(), name: "Renamed" };
    await server.call("PUT /gates/{id}", { params: { id: gate.body.id }, body });
    const { data } = await list({ entity: "gates", entityId: gate.body.id });
    expect(data.map(({ action }) => action)).toEqual(["update", "insert"]);
    expect(data.every(({ entityId }) => entityId === String(gate.body.id))).toBe(true);
  });

  it("AUD-2 the history of a record has its parts: the displays of a gate", async () => {
    const { body: display } = await server.call<{ id: number }>("POST /displays/grid", { body: samples.grid() });
    const draft = samples.gate();
    const gate = await server.call<{ id: number }>("POST /gates", { body: draft });
    const params = { id: gate.body.id };
    await server.call("PUT /gates/{id}", { params, body: { ...draft, displayIds: [display.id] } });
    const record = { entity: "gates", entityId: gate.body.id };
    const own = await list(record);
    const history = await list({ ...record, withParts: true });
    expect(own.data.map(({ entity }) => entity)).toEqual(["gates", "gates"]);
    expect(history.data.map(({ entity, summary }) => [entity, summary])).toContainEqual([
      "gate_displays",
      `Created display "Sign" of gate "${draft.name}"`,
    ]);
    const first = await list({ ...record, withParts: true, limit: 2 });
    const rest = await list({ ...record, withParts: true, limit: 2, cursor: first.next });
    expect([...first.data, ...rest.data]).toEqual(history.data);
  });

  it("AUD-2 a restored version is an update that names the earlier one", async () => {
    const { id } = await createLane("Restored");
    const change = (speedLimit4w: number, headers: Record<string, string> = {}) =>
      server.call("PUT /lanes/{id}", {
        params: { id },
        body: { name: "Restored", speedLimit2w: 40, speedLimit4w },
        headers,
      });
    await change(30);
    const [changed] = (await list({ entity: "lanes", entityId: id })).data;
    expect((await change(60, { "restored-from": String(changed?.id) })).status).toBe(200);
    const { data } = await list({ entity: "lanes", entityId: id });
    expect(data[0]).toMatchObject({
      action: "update",
      summary: 'Restored speed limit for four-wheelers of lane "Restored"',
      restoredFrom: changed?.at,
    });
    expect(data.slice(1).map(({ restoredFrom }) => restoredFrom)).toEqual([null, null]);
  });

  it("AUD-2 a version of another kind of record can't be claimed as restored", async () => {
    const gate = await server.call<{ id: number }>("POST /gates", { body: samples.gate() });
    const [created] = (await list({ entity: "gates", entityId: gate.body.id })).data;
    const headers = { "restored-from": String(created?.id) };
    const { body } = await server.call<{ id: number }>("POST /lanes", { body: samples.lane(), headers });
    const [entry] = (await list({ entity: "lanes", entityId: body.id })).data;
    expect(entry?.restoredFrom).toBeNull();
  });

  it.each(["0", "-1", "soon", "1e3", "9999999999999999"])("AUD-2 refuses to restore from %s", async (id) => {
    const headers = { "restored-from": id };
    expect(await server.call("POST /lanes", { body: samples.lane(), headers })).toMatchObject({
      status: 400,
      body: { message: "Restored-From must be the id of an entry of the audit trail" },
    });
  });
});
