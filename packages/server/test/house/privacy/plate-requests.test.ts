import type { PlateSummary } from "@gatehouse/contract/entities/privacy";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { hashPlate } from "../../../src/house/plate-hashes.ts";
import { plateTables } from "../../../src/house/retention/plate-tables.ts";
import { readZip } from "../../../src/record/evidence/verify-evidence.ts";
import { createPeople } from "../../people/users/people.ts";
import { privacySite } from "./privacy-site.ts";

const site = await privacySite();
const { db } = site;
const { call } = site.server;

/** Stores something about a plate in many of the tables that have plates. */
async function storeEverywhere(plate: string, days: number) {
  const fullImage = await site.savePicture(site.daysAgo(days));
  const id = await site.storeEvent(plate, days, { fullImage });
  const at = site.daysAgo(days);
  const normalized = plate.replaceAll(" ", "");
  await site.plate(plate, { ownerName: "A. Owner" });
  await site.tag(`TAG${normalized}`, plate);
  await site.reservation(plate, { validFrom: at, validTo: at });
  await site.create("POST /access/lists", { kind: "watch", type: "LICENSE_PLATE", iid: plate, reason: "Wanted" });
  await sql`insert into event_reports values (${id}, ${at}, 'd', 't', ${at}, ${`{"plate":"${plate}"}`})`.execute(db);
  await sql`insert into event_corrections ("eventId", "occurredAt", "readNormalized", lp, "lpNormalized", by, at)
    values (${id}, ${at}, ${normalized}, 'OTHER 1', 'OTHER1', 'admin', ${at})`.execute(db);
  await sql`insert into station_notes ("gateId", "eventId", text, by, at)
    values (${site.gate.gateId}, null, ${`Let in ${plate}, delivery`}, 'admin', ${at})`.execute(db);
  await sql`insert into access_presence (vehicle, "areaId")
    select ${normalized}, id from access_areas limit 1`.execute(db);
  await sql`insert into plate_reads values (${normalized}, 4, ${at})`.execute(db);
  await sql`insert into commands ("eventId", kind, "targetKind", "targetId", "targetName", payload, state, at, "expiresAt")
    values (${id}, 'show', 'display', 1, 'Sign', ${JSON.stringify({ way: "sign", rows: [plate] })}, 'accepted', ${at}, ${at})`.execute(
    db,
  );
  return { id, fullImage };
}

/** Every row of the database outside the audit trail that contains a text. */
async function searchEverywhere(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
      and table_type = 'BASE TABLE' and table_name not like 'events\\_%' and table_name <> 'audit_log'`.execute(db);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select from ${sql.table(name)} t
        where regexp_replace(upper(to_jsonb(t)::text), '[^A-Z0-9]', '', 'g') like ${`%${text}%`} limit 1`.execute(db);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

const summaryOf = async (plate: string) =>
  (await call<PlateSummary>("GET /privacy/plates/{plate}", { params: { plate } })).body;

await site.create("POST /access/areas", { name: "Yard" });

describe("export of one plate", () => {
  it("PRIV-4 contains every record and picture, and is audited", async () => {
    const { id, fullImage } = await storeEverywhere("EX 10 PORT", 3);
    await site.storeEvent("EX10PORT2", 3);
    const response = await site.download("/privacy/plates/ex-10-port/export");
    expect(response.headers["content-type"]).toBe("application/zip");
    const { files } = await readZip(response.rawPayload);
    const events = JSON.parse(files.get("events.json")?.toString() ?? "[]");
    expect(events).toEqual([expect.objectContaining({ id, lp: "EX 10 PORT" })]);
    expect(files.get(`pictures/${fullImage}.jpg`)?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    const names = [...files.keys()].filter((name) => name.endsWith(".json"));
    expect(names).toEqual(
      expect.arrayContaining(
        ["identifiers", "reservations", "access_lists", "event_reports", "event_corrections"].map(
          (name) => `${name}.json`,
        ),
      ),
    );
    // Only what is about this plate.
    expect(JSON.stringify([...files.values()].map(String))).not.toContain("EX10PORT2");
    const entry = await db.selectFrom("audit_log").select(["action", "after"]).orderBy("id", "desc").executeTakeFirst();
    expect(entry).toEqual({ action: "export", after: { plate: "ex-10-port" } });
  });

  it("PRIV-4 needs its permission, and no limit to gates", async () => {
    const people = createPeople(site.server);
    const viewer = await people.signIn({ role: "viewer" });
    const limited = await people.signIn({ role: "administrator", gateIds: [site.gate.gateId] });
    const params = { plate: "EX10PORT" };
    const statusOf = async (key: Parameters<typeof call>[0], token: string) =>
      (await call(key, { params }, token)).status;
    expect(await statusOf("GET /privacy/plates/{plate}/export", viewer.token)).toBe(403);
    expect(await statusOf("GET /privacy/plates/{plate}/export", limited.token)).toBe(403);
    expect(await statusOf("DELETE /privacy/plates/{plate}", limited.token)).toBe(403);
  });
});

describe("erasure of one plate", () => {
  const erase = (plate: string) => call("DELETE /privacy/plates/{plate}", { params: { plate } });

  it("PRIV-4 removes it from every table, deletes its pictures and keeps the number of events", async () => {
    const { id, fullImage } = await storeEverywhere("ER 20 ASE", 3);
    const second = await site.storeEvent("ER20ASE", 2);
    const kept = await site.storeEvent("ER20ASE9", 2);
    expect(await searchEverywhere("ER20ASE")).toEqual(
      expect.arrayContaining(["events", "identifiers", "station_notes"]),
    );
    expect((await summaryOf("ER20ASE")).refusal).toBeNull();
    const response = await erase("er 20 ase");
    expect(response).toMatchObject({ status: 200, body: { anonymised: 2, pictures: 1 } });
    const events = await db
      .selectFrom("events")
      .selectAll()
      .where("id", "in", [id, second, kept])
      .orderBy("id")
      .execute();
    const [first, next, other] = events;
    expect(first?.plateNormalized).toMatch(/^#/);
    // The same vehicle, but not even this server can tell which.
    expect(next?.plateNormalized).toBe(first?.plateNormalized);
    expect(first?.plateNormalized).not.toBe(hashPlate("ER20ASE", site.server.services.keyedHash));
    expect(other?.lp).toBe("ER20ASE9");
    expect(await site.store.read(fullImage, "whole")).toBeUndefined();
    await db.deleteFrom("events").where("id", "=", kept).execute();
    expect(await searchEverywhere("ER20ASE")).toEqual([]);
    expect((await summaryOf("ER20ASE")).records.map(({ table }) => table)).toEqual(["audit_log"]);
  });

  it("PRIV-4 is audited with the hash of the plate only", async () => {
    const entry = await db
      .selectFrom("audit_log")
      .select(["action", "tableName", "call", "after", "username"])
      .where("tableName", "=", "plates")
      .where("action", "=", "delete")
      .executeTakeFirst();
    const hash = hashPlate("ER20ASE", site.server.services.keyedHash);
    expect(entry).toMatchObject({ username: "admin", after: { plate: hash, anonymised: 2, pictures: 1 } });
    const { rows } =
      await sql`select from audit_log where action = 'delete' and upper(before::text) like '%ER 20 ASE%'`.execute(db);
    expect(rows).toEqual([]);
  });

  it("PRIV-4 is refused while a hold on the plate or on the time of one of its events applies", async () => {
    const id = await site.storeEvent("HELD 20", 3);
    const { id: onPlate } = await site.hold({ plate: "HELD20" });
    const rejected = await erase("HELD20");
    const message = "A legal hold covers this plate: Court order (admin).";
    expect(rejected).toMatchObject({ status: 409, body: { code: "privacy/held", message } });
    expect((await summaryOf("HELD20")).refusal).toBe(message);
    await call("DELETE /legal-holds/{id}", { params: { id: onPlate } });
    const { id: onPeriod } = await site.hold({
      from: site.daysAgo(4).toISOString(),
      to: site.daysAgo(2).toISOString(),
    });
    expect(await erase("HELD20")).toMatchObject({ status: 409, body: { code: "privacy/held" } });
    await call("DELETE /legal-holds/{id}", { params: { id: onPeriod } });
    expect((await db.selectFrom("events").select("lp").where("id", "=", id).executeTakeFirst())?.lp).toBe("HELD 20");
  });

  it("PRIV-4 is refused until the minimum retention ends, with the day", async () => {
    await site.storeEvent("YOUNG 20", 3);
    await site.setRetention({ plates: { minDays: 10 } });
    const day = site
      .daysAgo(3 - 10)
      .toISOString()
      .slice(0, 10);
    expect(await erase("YOUNG20")).toMatchObject({
      status: 409,
      body: {
        code: "privacy/minimum-retention",
        message: `Plates are kept for at least 10 days. This plate can be erased from ${day} on.`,
      },
    });
    await site.setRetention({ plates: { minDays: 0 } });
    expect((await erase("YOUNG20")).status).toBe(200);
  });

  it("PRIV-4 of an unknown plate says that nothing is stored", async () => {
    expect(await erase("NOBODY 1")).toMatchObject({
      status: 404,
      body: { message: "Nothing is stored about this plate" },
    });
  });

  it("PRIV-4 has a rule for every table with plates", () => {
    const rules = plateTables
      .filter(({ erasure }) => erasure !== "delete")
      .map(({ table, erasure }) => `${table} ${erasure}`);
    expect(rules).toEqual([
      "commands clear",
      "events anonymise",
      "stays anonymise",
      "ingest_tokens clear",
      "legal_holds keep",
      "audit_log keep",
    ]);
  });
});
