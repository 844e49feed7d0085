import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { expireDays, listAuditDays, sealRows } from "../../../src/house/audit/seal.store.ts";
import { verifyAudit } from "../../../src/house/audit/verify-audit.ts";
import { insertAuditEntry } from "../../../src/platform/database/audit-entry.ts";
import { createAuditSeals } from "../../../src/platform/security/audit-seals.ts";
import { testServer } from "../../test-server.ts";

const { services } = await testServer();
const { db, auditSeals } = services;
const actor = { username: "asha", requestId: "r", call: "PUT /lanes/{id}", address: "127.0.0.1" };
const days = ["2026-03-01", "2026-03-02", "2026-03-03"] as const;

const insert = (name: string) => insertAuditEntry(db, { action: "update", entity: "lanes", after: { name } }, actor);
const sealOn = (day: string) => sealRows(db, auditSeals, new Date(`${day}T12:00:00Z`));
const verify = () => verifyAudit(db, auditSeals);
const idOf = async (name: string) => {
  const { rows } = await sql<{ id: number }>`select id from audit_log where after->>'name' = ${name}`.execute(db);
  return rows[0]?.id;
};

beforeEach(async () => {
  await sql`truncate audit_log, audit_seals, audit_days`.execute(db);
  for (const day of days) {
    for (const number of [1, 2, 3]) await insert(`${day} ${number}`);
    await sealOn(day);
  }
});

describe("the seals of the audit trail", () => {
  it("AUD-3 confirm an unchanged trail", async () => {
    await insert("not sealed yet");
    expect(await verify()).toMatchObject({ days: 3, rows: 9, unsealed: 1, faults: [] });
  });

  it.each([
    ["its values", sql`after = '{"name": "forged"}'`],
    ["its author", sql`username = 'somebody'`],
    ["its time", sql`at = at - interval '1 millisecond'`],
    ["its address", sql`address = '127.0.0.2'`],
    ["the restored version", sql`"restoredFrom" = now()`],
  ])("AUD-3 show a row with %s changed", async (_, change) => {
    const id = await idOf("2026-03-02 2");
    await sql`update audit_log set ${change} where id = ${id}`.execute(db);
    expect((await verify()).faults).toEqual([{ day: "2026-03-02", id, text: "row was changed" }]);
  });

  it("AUD-3 show a missing row by its id", async () => {
    const id = await idOf("2026-03-02 2");
    await sql`delete from audit_log where id = ${id}`.execute(db);
    expect((await verify()).faults).toEqual([{ day: "2026-03-02", id, text: "row is missing" }]);
  });

  it.each([
    [1, 1, "row number 1 of the day is missing"],
    [2, 2, "row number 2 of the day is missing"],
    [2, 3, "row numbers 2 to 3 of the day are missing"],
  ])("AUD-3 show rows %i to %i that are missing with their seals", async (from, to, text) => {
    await sql`
      with removed as (delete from audit_seals where day = ${days[1]} and number between ${from} and ${to} returning "auditId")
      delete from audit_log using removed where id = "auditId"`.execute(db);
    expect((await verify()).faults).toContainEqual({ day: "2026-03-02", text });
  });

  it("AUD-3 show a missing day", async () => {
    await sql`delete from audit_days where day = ${days[1]}`.execute(db);
    const { faults } = await verify();
    expect(faults).toContainEqual({ day: "2026-03-03", text: "the day before it is missing" });
  });

  it("AUD-3 show a row that was added as sealed, and a changed row that is sealed again", async () => {
    await insert("forged");
    const forged = await idOf("forged");
    await sql`update audit_log set "isSealed" = true where id = ${forged}`.execute(db);
    const changed = await idOf("2026-03-01 1");
    await sql`update audit_log set "isSealed" = false, username = 'x' where id = ${changed}`.execute(db);
    await sealOn(days[2]);
    const { faults } = await verify();
    expect(faults.map(({ id, text }) => [id, text])).toEqual([
      [changed, "row was changed"],
      [forged, "row was added without a seal"],
    ]);
  });

  it("AUD-3 can't be forged without the key", async () => {
    const id = await idOf("2026-03-03 3");
    await sql`update audit_log set username = 'x' where id = ${id}`.execute(db);
    const other = createAuditSeals({ derive: () => new Uint8Array(32).fill(8) });
    await sql`delete from audit_seals; delete from audit_days; update audit_log set "isSealed" = false`.execute(db);
    await sealRows(db, other, new Date("2026-03-03T12:00:00Z"));
    expect((await verify()).faults.length).toBeGreaterThan(0);
  });

  it("AUD-3 allow days whose retention has ended, but not to call a day expired without the key", async () => {
    await expireDays(db, auditSeals, new Date("2026-03-02T10:00:00Z"), new Date("2026-04-01T00:00:00Z"));
    expect(await verify()).toMatchObject({ days: 3, expiredDays: 1, rows: 6, faults: [] });
    await sql`update audit_days set "expiredAt" = now() where day = ${days[1]}`.execute(db);
    expect((await verify()).faults).toContainEqual({ day: "2026-03-02", text: "the entry of the day was changed" });
  });

  it("AUD-3 don't need the order of the ids: a transaction that commits late is sealed later", async () => {
    const late = await db.startTransaction().execute();
    await insertAuditEntry(late, { action: "update", entity: "lanes", after: { name: "late" } }, actor);
    await insert("early");
    expect(await sealOn(days[2])).toMatchObject({ rows: 1 });
    await late.commit().execute();
    expect(await sealOn(days[2])).toMatchObject({ rows: 1 });
    expect(await verify()).toMatchObject({ rows: 11, unsealed: 0, faults: [] });
  });

  it("AUD-3 two sealing processes don't break the chain, and a clock that is set back doesn't either", async () => {
    for (let number = 0; number < 20; number += 1) await insert(`more ${number}`);
    await Promise.all([sealOn(days[2]), sealOn(days[2]), sealOn(days[0])]);
    await insert("after the clock was set back");
    await sealOn(days[0]);
    expect(await verify()).toMatchObject({ days: 3, rows: 30, faults: [] });
  });

  it("AUD-3 are verified in one state of the database, also while rows are sealed", async () => {
    let isSealing = true;
    const sealMore = async () => {
      for (let number = 0; number < 50; number += 1) {
        await insert(`meanwhile ${number}`);
        await sealOn(days[2]);
      }
    };
    const sealing = sealMore().finally(() => {
      isSealing = false;
    });
    while (isSealing) expect((await verify()).faults).toEqual([]);
    await sealing;
    expect(await verify()).toMatchObject({ rows: 59, faults: [] });
  });

  it("AUD-3 report the day that has ended, for the log", async () => {
    await insert("next day");
    const { endedDay } = await sealOn("2026-03-04");
    expect(endedDay).toMatchObject({ day: "2026-03-03", rows: 3, endSeal: (await listAuditDays(db))[2]?.endSeal });
  });
});
