import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import fc from "fast-check";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { emptyDatabase } from "../../harness.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { multipart } from "./multipart.ts";

const site = await engineSite();
const { server, db } = site;

/** A stored plate, and texts that must not open its gate. */
const spellings: readonly (readonly [stored: string, read: string])[] = [
  ["ALIKESS1", "ALIKEß1"],
  ["ALIKEI2", "ALIKEı2"],
  ["ALIKE3", "ALIKE③"],
  ["ALIKEVIII4", "ALIKEⅧ4"],
  ["ALIKE5", "ALIKE5🚗"],
  ["ALIKE6", "ALIKE6\u200f"],
  ["ALIKE7", "\u202eALIKE7"],
  ["ALIKE8", "ＡＬＩＫＥ８"],
  ["ALIKE9", "ALIKE⁹"],
  ["ALIKEFF10", "ALIKEﬀ10"],
  ["ALIKE11", "ÀLIKE11"],
  ["ALIKE12", "ALIKE١٢"],
  ["ALIKE13", "АLIKE13"],
  ["ALIKE14", "ALI\u212aE14"],
];

describe("plates with characters that are not allowed", () => {
  it.each(spellings)("ID-7 a gate that opens for %j does not open for %j", async (stored, read) => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.plate(stored);
    expect((await site.push(gate, site.plateEvent(read))).statusCode).toBe(200);
    const events = await db
      .selectFrom("events")
      .select(["isGranted", "lpRaw", "identifierId"])
      .where("deviceId", "=", gate.id)
      .execute();
    expect(events).toEqual([{ isGranted: false, lpRaw: read.trim(), identifierId: null }]);
  });

  it("ID-7 an event with such a plate is stored with the reason, even if the same text is stored", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.plate("REASON①");
    await site.push(gate, site.plateEvent("REASON①"));
    const [event] = await site.events("ac", { search: "REASON" });
    const reason = 'The plate contains "①" (U+2460); a plate has only letters, digits, spaces and dashes';
    expect(event).toMatchObject({ lpRaw: "REASON①", isGranted: false, reason });
    expect((await site.why("ac", Number(event?.id))).trace).toMatchObject({ reason, candidates: [] });
    const asked = { type: "LICENSE_PLATE", read: "REASON①", gateId: gate.gateId };
    expect((await server.call("POST /access/what-if", { body: asked })).body).toMatchObject({ reason });
  });

  it("ID-7 the form and a CSV file refuse it at its field", async () => {
    const message = "Contains the character U+200F; a plate has only letters, digits, spaces and dashes";
    const added = await server.call("POST /ac/ids", {
      query: { scope: "ADMIN" },
      body: { type: "LICENSE_PLATE", iid: "FORM\u200f1", vehicleType: "CAR" },
    });
    expect([added.status, added.body]).toMatchObject([400, { errors: [{ path: "iid", message }] }]);
    const file = multipart({ field: "lps", content: "lp,vehicleType\nFORM\u200f1,CAR\n", filename: "plates.csv" });
    const imported = await server.call("POST /ac/upload-lps", { query: {}, ...file });
    expect([imported.status, JSON.stringify(imported.body)]).toEqual([
      400,
      expect.stringContaining(`License plate: ${message}`),
    ]);
  });
});

describe("plates as the database compares them", () => {
  const normalizedBySql = async (text: string) =>
    (await sql<{ key: string }>`select normalize_identifier(${text}) as key`.execute(db)).rows[0]?.key;

  it.each([
    ...spellings.flat(),
    "mh 12-ab 1234",
    "Ü–AB 1",
    "U\u0308 1",
    "ǰ1",
    "ŉ1",
    "σς Σ",
    "ᾳ1",
    "34 abi İ 1",
    "महा 1",
    "京A·12345",
    "a$b+c<d=e>f^g`h|i~j",
    "€5",
    "\u212a\u0308 1",
    "",
  ])("ID-6 %j is the same in SQL and in the contract", async (text) => {
    expect(await normalizedBySql(text)).toBe(normalizeIdentifier(text));
  });

  it("ID-6 any letters are the same in SQL and in the contract", async () => {
    const letter = fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0xa0, max: 0x24f }),
      fc.integer({ min: 0x370, max: 0x52f }),
      fc.integer({ min: 0x900, max: 0x97f }),
      fc.integer({ min: 0x1e00, max: 0x1eff }),
    );
    // ƛ has an upper case since Unicode 16, which not every PostgreSQL supports.
    const known = letter.filter((code) => code !== 0x19b);
    const text = fc.array(known, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes));
    await fc.assert(
      fc.asyncProperty(text, async (plate) => {
        expect(await normalizedBySql(plate)).toBe(normalizeIdentifier(plate));
      }),
      { numRuns: 300 },
    );
  });

  it("ID-1 a tag is found by its plate in any notation", async () => {
    await site.tag("E200 7777", "straße 7");
    const { body } = await server.call<{ data: { iid: string }[] }>("GET /ac/ids", {
      query: { scope: "ADMIN", search: "STRAßE-7", page: 0, size: 10 },
    });
    expect(body.data.map(({ iid }) => iid)).toEqual(["E200 7777"]);
  });
});

describe("a database of an earlier version", () => {
  it("ID-7 SAFE-7 compares its plates by the new rule and recognizes repeated events", async () => {
    const connection = await emptyDatabase();
    const all = join(import.meta.dirname, "../../../src/migrations");
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-before-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const before = readdirSync(all).filter((file) => file < "0012");
    for (const file of before) cpSync(join(all, file), join(folder, file));
    await migrate(connection, folder);
    const client = new Client(connection);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType") values
      ('ADMIN', 'LICENSE_PLATE', 'MH 1', 'MH1', 'CAR'), ('ADMIN', 'LICENSE_PLATE', 'Straße 2', 'STRASSE2', 'CAR'),
      ('ADMIN', 'LICENSE_PLATE', 'ＭＨ３', 'MH3', 'CAR')`);
    await client.query(`insert into reservations (source, "externalId", lp, "lpNormalized", "validFrom", "validTo",
      "shouldAllowMultipleUsage") values ('booking', '1', 'ı 4', 'I4', now(), now(), false)`);
    await client.query(`insert into event_keys (id, source, "eventId", at) values
      (1, 'device 7 north', '42', now()), (2, 'device 7 NORTH', '42', now())`);
    await client.query(`insert into events (id, module, status, timing, "occurredAt", "receivedAt", "deviceId",
      "cameraId", "sourceName", "sourceUid", "plateNormalized", reason, shelf)
      select id, 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 7, 3, 'north', 'north', 'MH1', '', 'gate'
      from unnest(array[1, 2]) id`);
    await migrate(connection);
    const rows = async (query: string) => (await client.query({ text: query, rowMode: "array" })).rows.flat();
    expect(await rows('select "iidNormalized" from identifiers order by id')).toEqual(
      ["MH 1", "Straße 2", "ＭＨ３"].map(normalizeIdentifier),
    );
    expect(await rows('select "lpNormalized" from reservations')).toEqual([normalizeIdentifier("ı 4")]);
    expect(await rows('select sender, "eventId", content, camera from event_keys')).toEqual([
      "device 7",
      "42",
      "plate MH1",
      "camera 3",
    ]);
  });
});
