import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { ownPassword } from "../../test-server.ts";
import { reportSite, sumOf } from "./report-site.ts";

const site = await reportSite("Europe/Berlin");
const { server, db } = site;

describe("the Operator Portal Access Report", () => {
  const type = "OPERATOR_PORTAL_ACCESS";
  const now = server.clock.now().getTime();
  const today = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 3_600_000).toISOString() };

  it("REP-3 names both hours differently that occur twice when the clocks go back", async () => {
    const day = { from: "2026-10-25T00:00:00+02:00", to: "2026-10-26T00:00:00+01:00" };
    const { charts } = await site.totals(type, day);
    const labels = charts[0]?.bars.map(({ label }) => label) ?? [];
    expect(labels).toHaveLength(25);
    expect(labels.slice(1, 5)).toEqual(["01:00", "02:00 +02:00", "02:00 +01:00", "03:00"]);
  });

  it("REP-3 has each action with its object, before and after, equal to an independent count", async () => {
    await server.login("a wrong password");
    const { token } = (await server.login(ownPassword)).body;
    await server.app.inject({ url: "/api/events/ac/export", headers: { authorization: `Bearer ${token}` } });
    const lane = await site.create<{ id: number }>("POST /lanes", samples.lane({ name: "Old name" }));
    await server.call("PUT /lanes/{id}", { params: { id: lane.id }, body: samples.lane({ name: "New name" }) });
    const { rows: counted } = await sql<{ action: string; count: number }>`
      select action, count(*)::integer as count from audit_log where at >= ${today.from}::timestamptz
        and at < ${today.to}::timestamptz group by 1`.execute(db);
    const countOf = (...actions: string[]) =>
      sumOf(
        counted.filter(({ action }) => actions.includes(action)),
        "count",
      );
    const rows = await site.rows(type, today, 7);
    expect(rows.length).toBe(sumOf(counted, "count"));
    expect(await site.totals(type, today)).toMatchObject({
      count: rows.length,
      values: {
        entries: rows.length,
        signIns: countOf("sign-in"),
        failures: countOf("sign-in-failed"),
        exports: countOf("export"),
        changes: countOf("insert", "update", "delete", "import", "permission"),
      },
    });
    expect(countOf("sign-in-failed")).toBeGreaterThan(0);
    expect(countOf("export")).toBeGreaterThan(0);
    expect(rows.find(({ after }) => after === "name: New name")).toMatchObject({
      person: "admin",
      action: "Changed",
      object: 'lane "New name"',
      before: "name: Old name",
      address: "127.0.0.1",
    });
    expect(await site.streamed(type, today.from, today.to)).toEqual(rows);
  });

  it("REP-3 has times of the site, names of other records, and no empty fields of a new one", async () => {
    const gate = await site.create<{ id: number }>("POST /gates", samples.gate({ name: "Report gate" }));
    const body = { kind: "lockdown", gateId: gate.id, until: "2099-07-01T10:00:00Z", reason: "Event" };
    await site.create("POST /access/overrides", body);
    const rows = await site.rows(type, today);
    const row = rows.find(({ object }) => object === 'override "Lockdown" of gate "Report gate"');
    expect(row?.after).toContain("until: 2099-07-01T12:00:00.000+02:00; gate: Report gate; reason: Event");
    expect(rows.filter(({ action, after }) => action === "Created" && /: null(;|$)/.test(String(after)))).toEqual([]);
  });

  it("REP-2 is filtered by person", async () => {
    const { username } = await createPeople(server).signIn({ role: "auditor" });
    const rows = await site.rows(type, { ...today, person: username.toUpperCase() });
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ person }) => person))).toEqual(new Set([username]));
  });

  it("ROLE-1 needs the permission for the audit trail", async () => {
    const { token } = await createPeople(server).signIn({ role: "manager" });
    expect((await site.page(type, today, token)).status).toBe(403);
  });
});
