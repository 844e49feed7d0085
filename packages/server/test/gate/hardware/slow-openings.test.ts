import { beforeEach, describe, expect, it } from "vitest";
import { checkOpenings, createSlowOpeningAlerts } from "../../../src/gate/hardware/slow-openings.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;
const alerts = createSlowOpeningAlerts(server.services);

/** Stores openings that took these times. */
async function store(times: readonly number[], values: { by?: string } = {}): Promise<void> {
  const rows = times.map((ms) => {
    const at = new Date(server.clock.now().getTime() - 10_000);
    const endedAt = new Date(at.getTime() + ms);
    const target = { targetKind: "boomBarrier", targetId: 1, targetName: "Barrier", payload: "{}" };
    return { ...target, kind: "open", state: "accepted", at, expiresAt: endedAt, endedAt, ...values };
  });
  await db.insertInto("commands").values(rows).execute();
}

async function listOpen(): Promise<string[]> {
  await checkOpenings(server.services, alerts);
  const open = await db
    .selectFrom("alerts")
    .select("description")
    .where("type", "=", "OPENINGS_SLOW")
    .where("status", "=", "new")
    .execute();
  return open.map(({ description }) => description);
}

beforeEach(async () => {
  await db.deleteFrom("commands").execute();
  await listOpen();
});

describe("slow openings", () => {
  it("DEMO-2 raise an alert while half of the vehicles wait longer than a second", async () => {
    await store([1_600, 1_700, 1_800, 200, 300]);
    const slow = ["Half of the latest vehicles waited longer than 1.6 s for their barrier."];
    expect(await listOpen()).toEqual(slow);
    expect(await listOpen()).toEqual(slow);
    await store([100, 110, 120, 130, 140]);
    expect(await listOpen()).toEqual([]);
  });

  it("resolve their alert when nobody comes any more, but not when few come", async () => {
    await store([2_000, 2_000, 2_000, 2_000, 2_000]);
    expect(await listOpen()).toHaveLength(1);
    server.clock.advance(180_000);
    await store([100, 100]);
    expect(await listOpen()).toHaveLength(1);
    server.clock.advance(180_000);
    expect(await listOpen()).toEqual([]);
  });

  it.each([
    ["few vehicles", [3_000, 3_000, 3_000, 3_000], {}],
    ["openings by hand", [3_000, 3_000, 3_000, 3_000, 3_000], { by: "guard" }],
    ["quick openings", [900, 900, 900, 900, 900], {}],
  ])("raise nothing for %s", async (_, times, values) => {
    await store(times, values);
    expect(await listOpen()).toEqual([]);
  });
});
