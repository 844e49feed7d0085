import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { oneTime, testServer } from "../test-server.ts";

const server = await testServer();
const { db } = server.services;

const trail = (tableName: string) =>
  db.selectFrom("audit_log").selectAll().where("tableName", "=", tableName).orderBy("id").execute();

describe("the audit trail", () => {
  it("records who did what, with the row before and after", async () => {
    const draft = { key: "greeting", dataType: "STRING", value: "hello", scope: "global" };
    const { body } = await server.call<{ id: number }>("POST /configs", { body: draft });
    const { headers } = await server.call("PUT /configs/{id}", {
      params: { id: body.id },
      body: { ...draft, value: "bye" },
    });
    await server.call("DELETE /configs/{id}", { params: { id: body.id } });

    const rows = await trail("configs");
    expect(rows.map(({ action, call, username }) => [action, call, username])).toEqual([
      ["insert", "POST /configs", "admin"],
      ["update", "PUT /configs/{id}", "admin"],
      ["delete", "DELETE /configs/{id}", "admin"],
    ]);
    expect(rows[1]).toMatchObject({
      rowId: String(body.id),
      requestId: headers["x-request-id"],
      before: { value: "hello", version: 1 },
      after: { value: "bye", version: 2 },
    });
  });

  it("masks secrets", async () => {
    await server.login(oneTime);
    const changes = (await trail("users")).filter(({ action }) => action === "update");
    expect(changes[0]).toMatchObject({
      before: { passwordHash: "***" },
      after: { passwordHash: "***", passwordChanged: true },
    });
  });

  it("masks secrets inside JSON documents", async () => {
    const { rows } = await sql<{
      result: unknown;
    }>`select masked(${'{"a":{"apiToken":"x","port":1}}'}::jsonb) as result`.execute(db);
    expect(rows[0]?.result).toEqual({ a: { apiToken: "***", port: 1 } });
  });

  it("shows only the modules that changed", async () => {
    await server.call("PUT /configs/module-activation-status", { body: everyModule(false) });
    await server.call("PUT /configs/module-activation-status", { body: { ...everyModule(false), OSD: true } });
    const moved = (await trail("module_activation")).filter(({ action }) => action === "update");
    expect(moved.map(({ after }) => after)).toEqual([{ kind: "OSD", active: true }]);
  });

  it("has no entry of a failed write", async () => {
    const before = (await trail("configs")).length;
    await server.call("POST /configs", {
      body: { key: "timeZone", dataType: "STRING", value: "UTC", scope: "global" },
    });
    expect((await trail("configs")).length).toBe(before);
  });

  it("covers every table except those with a stated reason", async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and coalesce(obj_description(c.oid), '') not like 'unwatched:%' and c.relname <> 'schema_migrations'
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_row')`.execute(db);
    expect(rows).toEqual([]);
  });
});
