import { describe, expect, it } from "vitest";
import { accessSite, passageMs } from "./access-site.ts";

const site = await accessSite();
const { server } = site;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const allDay = { from: "00:00", to: "00:00" };

/** The dates around now: whatever the zone is, today is one of them. */
const aroundToday = () =>
  [-1, 0, 1].map((days) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10));

const group = async (name: string) => (await site.add("groups", { name })).id;
const area = async (name: string, over: Record<string, unknown> = {}) =>
  (await site.add("areas", { name, ...over })).id;

/** An entry and an exit of an area. */
async function gatesOf(name: string, areaId: number) {
  const entry = await site.gate({ name: `${name} entry`, toAreaId: areaId });
  const exit = await site.gate({ name: `${name} exit`, type: "X", fromAreaId: areaId });
  return { entry, exit };
}

describe("rules", () => {
  it("RULE-2 groups, areas, schedules with calendars, allow and deny rules decide about events", async () => {
    const plant = await area("Plant");
    const works = await area("Works", { parentId: plant });
    const main = await gatesOf("Plant", plant);
    const inner = await gatesOf("Works", works);
    const [residents, contractors, suspended] = [
      await group("Plant residents"),
      await group("Plant contractors"),
      await group("Suspended"),
    ];
    const windows = [{ days: everyDay, ...allDay }];
    const schedule = await site.add("schedules", { name: "Shift", windows });
    await site.onlyRules(
      { name: "Residents everywhere", groupId: residents, areaId: plant },
      { name: "Contractors in the works", groupId: contractors, areaId: works, scheduleId: schedule.id },
      { name: "Suspended people", effect: "deny", groupId: suspended },
    );
    await site.register("RES 1", [residents]);
    await site.register("CON 1", [contractors]);
    await site.register("SUS 1", [contractors, suspended]);
    await site.register("NONE 1");

    expect(await site.read(main.entry, "RES1")).toMatchObject({ isGranted: true, reasonCode: "allow.rule" });
    expect(await site.read(inner.entry, "RES1")).toMatchObject({ isGranted: true, reasonCode: "allow.rule" });
    expect(await site.read(inner.entry, "CON1")).toMatchObject({ isGranted: true, reasonCode: "allow.rule" });
    expect(await site.read(main.entry, "CON1")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.no-rule",
      nearestFix: 'Extend rule "Contractors in the works" for Plant contractors to entry at Plant entry',
    });
    expect(await site.read(inner.entry, "SUS1")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.rule",
      reason: 'Rule "Suspended people" denies Suspended',
      nearestFix: 'Change or switch off rule "Suspended people"',
    });
    expect(await site.read(inner.exit, "SUS1")).toMatchObject({ isGranted: true });
    expect(await site.read(inner.entry, "NONE1")).toMatchObject({ isGranted: false, reasonCode: "deny.no-rule" });
    expect(await site.read(inner.entry, "GHOST1")).toMatchObject({ isGranted: false, reasonCode: "deny.unknown" });

    const change = async (body: Record<string, unknown>) => {
      const response = await server.call("PUT /access/schedules/{id}", { params: { id: schedule.id }, body });
      expect(response.status).toBe(200);
      await site.settle();
      server.clock.advance(passageMs);
    };
    const closed = aroundToday().map((date) => ({ date, windows: [] }));
    await change({ name: "Shift", windows, exceptions: closed });
    expect(await site.read(inner.entry, "CON1")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.schedule-closed",
      nearestFix: expect.stringMatching(/^Plant contractors are allowed (until|from) \w+day \d\d:\d\d; it was \w+day /),
    });
    expect(await site.read(inner.exit, "CON1")).toMatchObject({
      isGranted: true,
      reasonCode: "allow.exit",
      reason: expect.stringMatching(/^Let out: Plant contractors are allowed /),
    });
    const open = aroundToday().map((date) => ({ date, windows: [allDay] }));
    await change({ name: "Shift", windows: [], exceptions: open });
    expect(await site.read(inner.entry, "CON1")).toMatchObject({ isGranted: true });
  });

  it("RULE-2 a change of the time zone moves every window", async () => {
    const gate = await site.gate({ name: "Zone gate" });
    const groupId = await group("Zone people");
    await site.register("ZONE 1", [groupId]);
    const windows = [{ days: everyDay, from: "06:00", to: "18:00" }];
    const { id: scheduleId } = await site.add("schedules", { name: "Zone hours", windows });
    await site.onlyRules({ name: "Zone", groupId, scheduleId });
    const ask = async () => (await site.whatIf(gate.gateId, "ZONE1", { at: "2026-06-10T16:30:00Z" })).reasonCode;
    expect(await ask()).toBe("deny.schedule-closed");
    await site.configure("timeZone", "America/New_York");
    expect(await ask()).toBe("allow.rule");
    await site.configure("timeZone", "Europe/Berlin");
    expect(await ask()).toBe("deny.schedule-closed");
  });

  it("RULE-1 without rules, a full area denies nobody", async () => {
    await site.clearRules();
    const { entry } = await gatesOf("Free deck", await area("Free deck", { capacity: 0 }));
    await site.register("FREE 1");
    expect(await site.read(entry, "FREE1")).toMatchObject({
      isGranted: true,
      reasonCode: "allow.identity",
      policyVersion: null,
    });
  });

  it("RULE-2 a group, area, schedule or gate of a rule can't be deleted", async () => {
    const groupId = await group("Kept group");
    const areaId = await area("Kept area");
    const { id: scheduleId } = await site.add("schedules", { name: "Kept schedule" });
    const { gateId } = await site.gate({ name: "Kept gate" });
    await site.add("rules", { name: "Keeper", effect: "allow", groupId, areaId, scheduleId, gateIds: [gateId] });
    const removals = [
      ["DELETE /access/groups/{id}", groupId],
      ["DELETE /access/areas/{id}", areaId],
      ["DELETE /access/schedules/{id}", scheduleId],
      ["DELETE /gates/{id}", gateId],
    ] as const;
    const responses = await Promise.all(removals.map(([key, id]) => server.call(key, { params: { id } })));
    expect(responses.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    for (const { body } of responses) expect(JSON.stringify(body)).toContain("Keeper");
    await site.clearRules();
  });
});

describe("capacity", () => {
  const enter = (gate: { id: number; secret: string }, plate: string) => site.read(gate, plate);

  it("RULE-5 counts an area and each of its parents, and reopens two places below the capacity", async () => {
    const outer = await area("Garage", { capacity: 4 });
    const upper = await gatesOf("Upper", await area("Upper", { parentId: outer }));
    const lowerId = await area("Lower", { parentId: outer, capacity: 1 });
    const lower = await gatesOf("Lower", lowerId);
    const ramp = await site.gate({ name: "Ramp", fromAreaId: outer, toAreaId: lowerId });
    await site.onlyRules({ name: "Garage for all" });
    for (const number of [1, 2, 3, 4, 5, 6]) await site.register(`PK ${number}`);

    for (const plate of ["PK1", "PK2", "PK3"]) expect((await enter(upper.entry, plate)).isGranted).toBe(true);
    expect(await enter(lower.entry, "PK4")).toMatchObject({ isGranted: true });
    expect(await enter(lower.entry, "PK5")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.area-full",
      reason: "Lower is full: 1 of 1 places are taken",
      nearestFix: "Wait until Lower is empty",
    });
    expect(await enter(upper.entry, "PK6")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.area-full",
      reason: "Garage is full: 4 of 4 places are taken",
      nearestFix: "Wait until at most 2 places of Garage are taken",
      steps: expect.arrayContaining([
        expect.objectContaining({ step: "capacity", isPassed: false, facts: { Garage: "4 of 4" } }),
      ]),
    });
    await site.confirm();

    // PK4 leaves: a place is free, but two are needed.
    await site.read(lower.exit, "PK4");
    await site.confirm();
    expect(await enter(upper.entry, "PK6")).toMatchObject({ reasonCode: "deny.area-full" });
    // PK1 is counted in the garage already, so it may move inside.
    expect(await enter(ramp, "PK1")).toMatchObject({ isGranted: true });
    await site.confirm();
    await site.read(upper.exit, "PK2");
    await site.confirm();
    expect(await enter(upper.entry, "PK6")).toMatchObject({ isGranted: true });
    await site.confirm();
    expect(await enter(upper.entry, "PK5")).toMatchObject({ isGranted: true });
    expect(await enter(lower.entry, "PK4")).toMatchObject({ isGranted: false, reasonCode: "deny.area-full" });
  });

  it("RULE-5 a vehicle that leaves a full area is let out, and so is one that nobody counted", async () => {
    const { exit } = await gatesOf("Tight", await area("Tight", { capacity: 0 }));
    await site.onlyRules({ name: "Tight for all", antiPassback: "hard" });
    await site.register("OUT 1");
    expect(await site.read(exit, "OUT1")).toMatchObject({ isGranted: true });
  });

  it("RULE-5 a capacity of zero admits nobody", async () => {
    const { entry } = await gatesOf("Closed", await area("Closed", { capacity: 0 }));
    await site.onlyRules({ name: "Closed for all" });
    await site.register("ZERO 1");
    expect(await enter(entry, "ZERO1")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.area-full",
      nearestFix: "Raise the capacity of Closed, which is 0",
    });
  });

  it("RULE-5 gives the last place, and the last of a quota, to one of several gates at the same moment", async () => {
    const areaId = await area("Last place", { capacity: 1 });
    const gates = await Promise.all([1, 2, 3].map((number) => site.gate({ name: `Last ${number}`, toAreaId: areaId })));
    const groupId = await group("Last group");
    const grants = async (prefix: string) => {
      const events = await site.events<{ isGranted: boolean }>("ac", { search: prefix });
      return events.map(({ isGranted }) => isGranted).sort();
    };
    await site.onlyRules({ name: "Last for all" });
    for (const [index] of gates.entries()) await site.register(`LAST ${index}`);
    await Promise.all(gates.map((gate, index) => site.push(gate, site.plateEvent(`LAST${index}`))));
    expect(await grants("LAST")).toEqual([false, false, true]);
    await site.confirm();

    await site.onlyRules({ name: "Quota of the last group", groupId, areaId, quota: 1 });
    for (const [index] of gates.entries()) await site.register(`QUOTA ${index}`, [groupId]);
    await Promise.all(gates.map((gate, index) => site.push(gate, site.plateEvent(`QUOTA${index}`))));
    expect(await grants("QUOTA")).toEqual([false, false, true]);
  });

  it("RULE-5 a group whose quota is used up waits until one of them leaves, although there is room", async () => {
    const areaId = await area("Roomy", { capacity: 50 });
    const { entry, exit } = await gatesOf("Roomy", areaId);
    const groupId = await group("Small firm");
    await site.onlyRules({ name: "Small firm", groupId, areaId, quota: 1 });
    for (const plate of ["FIRM 1", "FIRM 2"]) await site.register(plate, [groupId]);
    expect(await enter(entry, "FIRM1")).toMatchObject({ isGranted: true });
    expect(await enter(entry, "FIRM2")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.quota-full",
      reason: "The quota of Small firm is used up: 1 of 1 are inside",
    });
    await site.confirm();
    await site.read(exit, "FIRM1");
    await site.confirm();
    expect(await enter(entry, "FIRM2")).toMatchObject({ isGranted: true });
  });
});
