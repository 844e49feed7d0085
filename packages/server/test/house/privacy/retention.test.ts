import type { CleanUp } from "@gatehouse/contract/entities/privacy";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { describe, expect, it } from "vitest";
import { expireDays, sealRows } from "../../../src/house/audit/seal.store.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { hashMark, hashPlate } from "../../../src/house/plate-hashes.ts";
import { privacySite } from "./privacy-site.ts";

const site = await privacySite();
const { db } = site;
const { call, services } = site.server;
const hash = (plate: string) => hashPlate(plate, services.keyedHash);

const eventsOf = (ids: readonly number[]) =>
  db
    .selectFrom("events")
    .select(["id", "lp", "lpRaw", "plateNormalized", "reason", "trace", "fullImage"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
const idsOf = async (ids: readonly number[]) => (await eventsOf(ids)).map(({ id }) => id);

describe("retention", () => {
  it("PRIV-1 has a minimum and a maximum for each kind of data, which are configurations", async () => {
    const saved = await site.setRetention({ events: { minDays: 10, maxDays: 400 }, audit: { minDays: 365 } });
    expect(saved).toMatchObject({ status: 200, body: { events: { minDays: 10, maxDays: 400 } } });
    const { body } = await call<{ key: string; value: unknown }[]>("GET /configs/{scope}", {
      params: { scope: "global" },
    });
    const values = Object.fromEntries(body.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({ eventRetentionDays: 400, eventMinRetentionDays: 10, auditMinRetentionDays: 365 });
    await site.setRetention({ events: { minDays: 0, maxDays: 365 }, audit: { minDays: 0 } });
  });

  it("PRIV-1 refuses a maximum below its minimum, at its field", async () => {
    const rejected = await site.setRetention({ pictures: { minDays: 60, maxDays: 30 } });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: [{ path: "pictures.maxDays", message: "Must be at least the minimum of 60 days" }] },
    });
  });

  it("PRIV-1 refuses it in the list of configurations too, whichever of the two is changed", async () => {
    await site.setRetention({ events: { minDays: 100, maxDays: 365 } });
    const { body } = await call<{ id: number; key: string }[]>("GET /configs/{scope}", { params: { scope: "global" } });
    const put = (key: string, value: number) => {
      const { id = 0, ...config } = body.find((one) => one.key === key) ?? { key };
      return call("PUT /configs/{id}", { params: { id }, body: { ...config, id, value } });
    };
    const messageOf = async (key: string, value: number) =>
      ((await put(key, value)).body as { errors?: { path: string; message: string }[] }).errors;
    expect(await messageOf("eventRetentionDays", 99)).toEqual([
      { path: "value", message: "Must be at least the minimum of 100 days" },
    ]);
    expect(await messageOf("eventMinRetentionDays", 366)).toEqual([
      { path: "value", message: "Must be at most the maximum of 365 days, which is eventRetentionDays" },
    ]);
    await site.setRetention({ events: { minDays: 0 } });
  });

  it("PRIV-1 previews the next clean-ups with what will have been deleted by then", async () => {
    await site.setRetention({ events: { maxDays: 3650 }, plates: { maxDays: 3650 }, pictures: { maxDays: 30 } });
    const fullImage = await site.savePicture(site.daysAgo(25));
    const ids = [await site.storeEvent("PREVIEW 1", 25, { fullImage }), await site.storeEvent("PREVIEW 2", 20)];
    await site.savePicture(site.daysAgo(20));
    const dayOf = (days: number) => site.daysAgo(days).toISOString().slice(0, 10);
    const load = async () => (await call<CleanUp[]>("GET /privacy/clean-ups")).body;
    const first = await load();
    expect(first[0]).toEqual({ on: dayOf(25 - 31), items: [{ dataClass: "pictures", count: 1 }] });
    // The plates are replaced on the day when the second picture is deleted.
    await site.setRetention({ plates: { maxDays: 26 } });
    const earlier = await load();
    expect(earlier[0]).toEqual({
      on: dayOf(25 - 27),
      items: [
        { dataClass: "pictures", count: 1 },
        { dataClass: "plates", count: 1 },
      ],
    });
    await site.hold({ plate: "preview1" });
    const held = await load();
    expect(held[0]).toMatchObject({
      on: dayOf(20 - 27),
      items: expect.arrayContaining([{ dataClass: "plates", count: 1 }]),
    });
    await db.deleteFrom("legal_holds").execute();
    await db.deleteFrom("events").where("id", "in", ids).execute();
    await site.setRetention({ events: { maxDays: 365 }, plates: { maxDays: 3650 } });
  });
});

describe("the preview of events with a wrong clock", () => {
  it("PRIV-1 announces their deletion by the time of their arrival, like the clean-up", async () => {
    await site.setRetention({ events: { maxDays: 365 }, plates: { maxDays: 30 } });
    const id = await site.storeEvent("WRONG CLOCK", 5_000);
    await db
      .updateTable("events")
      .set({ receivedAt: site.daysAgo(2) })
      .where("id", "=", id)
      .execute();
    const { body } = await call<CleanUp[]>("GET /privacy/clean-ups");
    const dueDay = (kind: string) => body.find(({ items }) => items.some(({ dataClass }) => dataClass === kind))?.on;
    const dueOn = (days: number) =>
      site
        .daysAgo(2 - days - 1)
        .toISOString()
        .slice(0, 10);
    await site.cleanUp();
    expect(await eventsOf([id])).toMatchObject([{ lp: "WRONG CLOCK" }]);
    expect([dueDay("plates"), dueDay("events")]).toEqual([dueOn(30), dueOn(365)]);
    await db.deleteFrom("events").where("id", "=", id).execute();
    await site.setRetention({ plates: { maxDays: 3650 } });
  });
});

describe("report files", () => {
  it("PRIV-1 PRIV-2 are previewed; a hold on their period keeps them, and one on a vehicle does not", async () => {
    await site.setRetention({ reports: { minDays: 0, maxDays: 90 } });
    const finishedAt = site.daysAgo(85);
    const file = { type: "OSD", types: ["OSD"], format: "csv", filters: "{}", state: "done", fileName: "osd.csv" };
    const period = { from: site.daysAgo(87), to: site.daysAgo(86) };
    const params = await db
      .insertInto("report_jobs")
      .values({ ...file, ...period, createdAt: finishedAt, createdBy: "admin", finishedAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    const previewed = async () =>
      (await call<CleanUp[]>("GET /privacy/clean-ups")).body.flatMap(({ on, items }) =>
        items.filter(({ dataClass }) => dataClass === "reports").map(({ count }) => ({ on, count })),
      )[0];
    const due = {
      on: site
        .daysAgo(85 - 91)
        .toISOString()
        .slice(0, 10),
      count: 1,
    };
    expect(await previewed()).toEqual(due);
    await site.hold({ plate: "PREVIEW 1" });
    expect(await previewed()).toEqual(due);
    await site.hold({ from: site.daysAgo(86.5).toISOString(), to: site.daysAgo(80).toISOString() });
    expect(await previewed()).toBeUndefined();
    expect((await call("DELETE /reports/{id}", { params })).body).toMatchObject({ code: "privacy/held" });
    await db.deleteFrom("legal_holds").execute();
    expect((await call("DELETE /reports/{id}", { params })).status).toBe(204);
  });
});

describe("the minimum retention of pictures", () => {
  it("PRIV-1 protects them while the disk is nearly full", async () => {
    await site.setRetention({ pictures: { minDays: 5, maxDays: 30 } });
    const [kept, deletable] = [await site.savePicture(site.daysAgo(4)), await site.savePicture(site.daysAgo(6))];
    await site.cleanUp();
    // A store that was opened while the database is down knows the protection from its file.
    const full = createImageStore(site.imageFolder, async () => ({ bytes: 0, part: 0 }));
    await full.deleteOldestWhileFull();
    const isThere = async (name: string) => (await site.store.read(name, "whole")) !== undefined;
    expect([await isThere(kept), await isThere(deletable)]).toEqual([true, false]);
    await site.setRetention({ pictures: { minDays: 0, maxDays: 30 } });
  });
});

describe("a legal hold", () => {
  it("PRIV-2 is audited, and names its author", async () => {
    const { id } = await site.hold({ plate: "HO LD 1", from: site.daysAgo(9).toISOString() });
    const { body } = await call<{ id: number; by: string; plate: string }[]>("GET /legal-holds");
    expect(body).toEqual([expect.objectContaining({ id, by: "admin", plate: "HO LD 1", to: null })]);
    await call("DELETE /legal-holds/{id}", { params: { id } });
    const log = await db
      .selectFrom("audit_log")
      .select(["action", "rowId"])
      .where("tableName", "=", "legal_holds")
      .orderBy("id")
      .execute();
    expect(log.filter(({ rowId }) => rowId === String(id)).map(({ action }) => action)).toEqual(["insert", "delete"]);
  });

  it.each([
    [{}, "plate", "Enter a plate, a period, or both"],
    [{ from: "2026-01-01T00:00:00Z" }, "to", "Required"],
    [{ to: "2026-01-01T00:00:00Z" }, "from", "Required"],
    [{ from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "to", "Must be after the start"],
    [{ plate: "—" }, "plate", "Must have a letter or a digit"],
  ])("PRIV-2 refuses %j", async (body, path, message) => {
    const rejected = await call("POST /legal-holds", { body: { reason: "Why", ...body } });
    expect(rejected).toMatchObject({ status: 400, body: { errors: expect.arrayContaining([{ path, message }]) } });
  });

  it("PRIV-2 on a plate keeps its events, pictures and messages, and nothing else of the month", async () => {
    const picture = await site.savePicture(site.daysAgo(700));
    const other = await site.savePicture(site.daysAgo(700));
    const held = await site.storeEvent("HELD 1", 700, { fullImage: picture });
    const free = await site.storeEvent("FREE 1", 700, { fullImage: other });
    await db
      .insertInto("event_reports")
      .values(
        [held, free].map((eventId) => ({
          eventId,
          occurredAt: site.daysAgo(700),
          sender: "device 1",
          track: "t",
          receivedAt: site.daysAgo(700),
          message: `message of ${eventId}`,
        })),
      )
      .execute();
    const { id } = await site.hold({ plate: "held-1" });
    await site.setRetention({ plates: { maxDays: 100 } });
    await site.cleanUp();
    expect((await eventsOf([held, free])).map(({ id: found, lp }) => [found, lp])).toEqual([[held, "HELD 1"]]);
    const isThere = async (name: string) => (await site.store.read(name, "whole")) !== undefined;
    expect([await isThere(picture), await isThere(other)]).toEqual([true, false]);
    const messages = await db
      .selectFrom("event_reports")
      .select("eventId")
      .where("eventId", "in", [held, free])
      .execute();
    expect(messages).toEqual([{ eventId: held }]);
    await call("DELETE /legal-holds/{id}", { params: { id } });
    await site.cleanUp();
    expect(await idsOf([held])).toEqual([]);
    expect(await isThere(picture)).toBe(false);
    await site.setRetention({ plates: { maxDays: 3650 } });
  });

  it("PRIV-2 on a period keeps everything of it, audit entries included", async () => {
    const held = await site.storeEvent("PERIOD 1", 500);
    const free = await site.storeEvent("PERIOD 2", 503);
    const { id } = await site.hold({ from: site.daysAgo(501).toISOString(), to: site.daysAgo(499).toISOString() });
    await site.cleanUp();
    expect(await idsOf([held, free])).toEqual([held]);
    const { auditSeals } = services;
    await sealRows(db, auditSeals, site.daysAgo(500));
    const entries = () => db.selectFrom("audit_log").select("id").where("isSealed", "=", true).execute();
    const sealed = (await entries()).length;
    await db
      .updateTable("audit_log")
      .set({ at: site.daysAgo(500) })
      .execute();
    await expireDays(db, auditSeals, site.daysAgo(400), services.clock.now());
    expect(await entries()).toHaveLength(sealed);
    await call("DELETE /legal-holds/{id}", { params: { id } });
    await expireDays(db, auditSeals, site.daysAgo(400), services.clock.now());
    expect(await entries()).toEqual([]);
    await site.cleanUp();
    expect(await idsOf([held])).toEqual([]);
  });
});

describe("plates after their retention", () => {
  it("PRIV-3 become keyed hashes everywhere, and equal plates equal hashes", async () => {
    await site.setRetention({ plates: { maxDays: 50 } });
    const old = [await site.storeEvent("KA 01 AB 1", 60), await site.storeEvent("ka01ab1", 55)];
    const others = [await site.storeEvent("KA 02", 60), await site.storeEvent("KA 01 AB 1", 40)];
    await site.reservation("KA 01 AB 1", {
      validFrom: site.daysAgo(61),
      validTo: site.daysAgo(60),
      driverFirstName: "A",
      externalId: "old",
    });
    const [first = 0] = old;
    await db
      .insertInto("event_corrections")
      .values({
        eventId: first,
        occurredAt: site.daysAgo(60),
        readNormalized: "KA01AB1",
        lp: "KA 01 AB 7",
        lpNormalized: "KA01AB7",
        by: "admin",
        at: site.daysAgo(60),
      })
      .execute();
    await site.cleanUp();
    const rows = await eventsOf([...old, ...others]);
    const token = hash("KA01AB1");
    expect(token).toMatch(/^#[A-Z2-9]{16}$/);
    expect(rows.map(({ plateNormalized, lp, lpRaw }) => [plateNormalized, lp, lpRaw])).toEqual([
      [token, token, token],
      [token, token, token],
      [hash("KA02"), hash("KA02"), hash("KA02")],
      ["KA01AB1", "KA 01 AB 1", "KA 01 AB 1"],
    ]);
    // No text of a hashed event names the vehicle or its owner.
    expect(JSON.stringify(rows.slice(0, 3))).not.toMatch(/KA.?0[12]|Owner/i);
    expect(rows[0]).toMatchObject({
      reason: "Valid identifier or reservation",
      trace: { reasonCode: "allow.identity", isGranted: true, policyVersion: 3, candidates: [], read: null },
    });
    const reservation = await db
      .selectFrom("reservations")
      .selectAll()
      .where("externalId", "=", "old")
      .executeTakeFirst();
    expect(reservation).toMatchObject({ lpNormalized: token, lp: token, driverFirstName: null });
    const correction = await db
      .selectFrom("event_corrections")
      .selectAll()
      .where("eventId", "=", first)
      .executeTakeFirst();
    expect(correction).toMatchObject({ readNormalized: token, lp: hash("KA01AB7"), lpNormalized: hash("KA01AB7") });
    // The event can still be explained.
    expect((await site.why("ac", first)).trace).toMatchObject({ reason: "Valid identifier or reservation" });
  });

  it("PRIV-3 are still found by a person who knows the plate, and a later hold covers them", async () => {
    const { body } = await call("GET /privacy/plates/{plate}", { params: { plate: "ka-01-ab-1" } });
    expect(body).toMatchObject({ plate: "KA01AB1", hashedEvents: 2 });
    const { body: unknown } = await call("GET /privacy/plates/{plate}", { params: { plate: "KA 99" } });
    expect(unknown).toMatchObject({ hashedEvents: 0, records: [], refusal: null });
    const { data } = (
      await call<{ data: unknown[] }>("GET /events/{module}", { params: { module: "ac" }, query: { search: "KA02" } })
    ).body;
    expect(data).toEqual([]);
    const { id } = await site.hold({ plate: "KA 01 AB 1" });
    await site.setRetention({ events: { maxDays: 1 }, plates: { maxDays: 1 } });
    await site.cleanUp();
    const kept = await db
      .selectFrom("events")
      .select("plateNormalized")
      .where("plateNormalized", "=", hash("KA01AB1"))
      .execute();
    expect(kept).toHaveLength(2);
    await call("DELETE /legal-holds/{id}", { params: { id } });
    await site.setRetention({ events: { maxDays: 365 }, plates: { maxDays: 3650 } });
  });

  it("PRIV-3 a hash is never taken for a plate", () => {
    expect(normalizeIdentifier(hashMark)).toBe("");
    expect(hash("KA01")).not.toBe(hash("KA02"));
  });
});
