import { setTimeout } from "node:timers/promises";
import type { Command } from "@gatehouse/contract/events/command";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createOutage } from "../../../../src/intake/ingest/outage/outage.ts";
import { slowMachineMs } from "../../../start/launch.ts";
import { poll } from "../ingest-site.ts";
import { outageSite } from "./outage-site.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const { site, postgres, relay, spool, openings, isDown, isStored, hasSnapshot, outage } = await outageSite();
const { clock } = site.server;
const gate = await site.plateGate(relay.port);

/** Suspends the database, at the latest until the end of the test. */
async function freeze(): Promise<void> {
  await hasSnapshot();
  postgres.freeze();
  onTestFinished(postgres.resume);
  await isDown();
}

const push = async (event: unknown) => (await site.push(gate, event)).statusCode;
const stored = (search: string) => site.events("ac", { search });
/** In the order of their ids. */
const storedReads = (lp: string) =>
  site.db.selectFrom("events").select(["lp", "isGranted", "timing"]).where("lp", "like", lp).orderBy("id").execute();
const commands = async () =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id: gate.gateId } })).body
    .commands;

beforeEach(isStored);

describe("while the database does not respond", () => {
  it("HA-1 a known vehicle is admitted from the snapshot, an unknown one is denied, and both are stored as decided", async () => {
    await site.plate("KNOWN 1");
    const before = openings();
    await freeze();
    const known = site.plateEvent("KNOWN1");
    expect(await push(known)).toBe(200);
    await poll(async () => expect(openings()).toBe(before + 1));
    expect(await push(site.plateEvent("STRANGER1"))).toBe(200);
    const readiness = await site.server.app.inject({ method: "GET", url: "/readyz" });
    expect(readiness.json()).toMatchObject({
      status: "not ready",
      outage: { spooled: expect.any(Number), snapshotAt: expect.any(String), snapshotAgeSeconds: expect.any(Number) },
    });
    expect(outage.status().spooled).toBeGreaterThanOrEqual(2);
    // The same event again is recognized, and the same vehicle belongs to its passage.
    expect(await push(known)).toBe(200);
    expect(await push(site.plateEvent("KNOWN1"))).toBe(200);
    postgres.resume();
    await isStored();

    const [event, ...others] = await stored("KNOWN1");
    expect(others).toEqual([]);
    expect(event).toMatchObject({ isGranted: true, timing: "live" });
    const { trace, sightings } = await site.why("ac", event?.id ?? 0);
    expect(JSON.stringify(trace)).toMatch(/decided from a snapshot of \d{4}-\d\d-\d\dT/);
    expect(sightings).toHaveLength(1);
    expect(await stored("STRANGER1")).toMatchObject([{ isGranted: false, timing: "live" }]);
    expect((await commands()).filter(({ eventId, kind }) => eventId === event?.id && kind === "open")).toMatchObject([
      { state: "accepted" },
    ]);
    expect(openings()).toBe(before + 1);
  });

  it("HA-1 a vehicle is admitted that arrives as the database freezes, though connections would have to be opened", async () => {
    await site.plate("KNOWN 2");
    await hasSnapshot();
    const { pool, pipelined } = site.db;
    const borrowed = await Promise.all(
      [pool, pipelined].flatMap((each) => Array.from({ length: each.idleCount }, () => each.connect())),
    );
    const before = openings();
    postgres.freeze();
    onTestFinished(postgres.resume);
    site.parts.siteCache.drop();
    expect(await push(site.plateEvent("KNOWN2"))).toBe(200);
    await poll(async () => expect(openings()).toBe(before + 1));
    for (const client of borrowed) client.release(true);
    postgres.resume();
    await isStored();
    expect(await stored("KNOWN2")).toMatchObject([{ isGranted: true, timing: "live" }]);
  });

  it("HA-1 a reservation for one entry admits once", async () => {
    await site.reservation("BOOKED1");
    const before = openings();
    await freeze();
    expect(await push(site.plateEvent("BOOKED1"))).toBe(200);
    await poll(async () => expect(openings()).toBe(before + 1));
    clock.advance(60_000);
    expect(await push(site.plateEvent("BOOKED1"))).toBe(200);
    postgres.resume();
    await isStored();
    expect(await storedReads("BOOKED1")).toEqual([
      { lp: "BOOKED1", isGranted: true, timing: "live" },
      { lp: "BOOKED1", isGranted: false, timing: "live" },
    ]);
    expect(await site.db.selectFrom("reservation_uses").select("direction").execute()).toEqual([{ direction: "N" }]);
    expect(openings()).toBe(before + 1);
  });

  it("HA-2 events of a stopped database are stored once and in order, those of unknown cameras too", async () => {
    await hasSnapshot();
    await postgres.stop();
    await isDown();
    const plates = Array.from({ length: 40 }, (_, index) => `ORDER${String(index).padStart(2, "0")}`);
    for (const plate of plates) expect(await push(site.plateEvent(plate))).toBe(200);
    expect(await push(site.plateEvent("ORDERNEW", { camera: "an unknown camera" }))).toBe(200);
    await postgres.start();
    await isStored();
    expect((await storedReads("ORDER%")).map(({ lp }) => lp)).toEqual([...plates, "ORDERNEW"]);
  });

  it("HA-1 after the maximum age of the snapshot nothing is admitted, but events are stored", async () => {
    await site.plate("EXPIRED 1");
    const before = openings();
    await freeze();
    clock.advance(25 * 3_600_000);
    const warned = vi.spyOn(site.server.services.log, "warn");
    onTestFinished(() => warned.mockRestore());
    expect(await push(site.plateEvent("EXPIRED1"))).toBe(200);
    expect(warned).toHaveBeenCalledWith(
      { reason: "the data loaded from it is too old" },
      expect.stringContaining("stored without a decision"),
    );
    postgres.resume();
    await isStored();
    expect(await storedReads("EXPIRED1")).toEqual([{ lp: "EXPIRED1", isGranted: null, timing: "late" }]);
    expect(openings()).toBe(before);
    await site.plate("AFTER 1");
    expect(await push(site.plateEvent("AFTER1"))).toBe(200);
    await poll(async () => expect(openings()).toBe(before + 1));
  });
});

describe("the start of the server", () => {
  it("HA-1 waits until the data for decisions without the database is loaded", async () => {
    let loadedAt: Date | undefined;
    const snapshot = { currentAt: () => loadedAt };
    const parts = { spool, snapshot, siteCache: site.parts.siteCache, dispatcher: site.parts.commandSender };
    const starting = await createOutage(site.server.services, parts as unknown as Parameters<typeof createOutage>[1]);
    let isReady = false;
    const ready = starting.ready().then(() => {
      isReady = true;
    });
    await setTimeout(100);
    expect(isReady).toBe(false);
    loadedAt = clock.now();
    await ready;
    expect(isReady).toBe(true);
  });
});
