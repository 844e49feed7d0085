import { firstRuleName } from "@gatehouse/contract/entities/access/rule";
import { describe, expect, it } from "vitest";
import { accessSite } from "./access-site.ts";

const site = await accessSite();
const { server } = site;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const late = "2026-06-10T16:07:00Z";
const noon = "2026-06-10T10:00:00Z";

// Each test starts with the rules it needs.
const { clearRules } = site;

describe("rules on the real app", () => {
  it("RULE-1 the first rule is accompanied by one that keeps the behaviour of a site without rules", async () => {
    const gate = await site.gate({ name: "First gate" });
    await site.register("FIRST 1");
    expect(await site.read(gate, "FIRST1")).toMatchObject({
      isGranted: true,
      reasonCode: "allow.identity",
      policyVersion: null,
    });
    const { id: groupId } = await site.add("groups", { name: "Night shift" });
    await site.add("rules", {
      name: "Night shift at the first gate",
      effect: "allow",
      groupId,
      gateIds: [gate.gateId],
    });
    expect((await site.list("rules")).map(({ name, mode }) => [name, mode])).toEqual([
      [firstRuleName, "enforced"],
      ["Night shift at the first gate", "enforced"],
    ]);
    expect(await site.whatIf(gate.gateId, "FIRST1")).toMatchObject({ isGranted: true, reasonCode: "allow.rule" });
  });

  it("RULE-2 RULE-8 contractors are denied at 18:07 with the nearest fix, steps and policy version", async () => {
    await clearRules();
    const gate = await site.gate({ name: "Works gate" });
    const { id: groupId } = await site.add("groups", { name: "Contractors" });
    const windows = [{ days: everyDay, from: "06:00", to: "18:00" }];
    const { id: scheduleId } = await site.add("schedules", { name: "Working hours", windows });
    await site.add("rules", { name: "Contractors by day", effect: "allow", groupId, scheduleId });
    const [first] = await site.list("rules");
    expect(first?.name).toBe(firstRuleName);
    await site.remove("rules", first?.id ?? 0);
    await site.register("WORK 1", [groupId]);
    await site.register("OTHER 1");
    expect(await site.whatIf(gate.gateId, "WORK1", { at: noon })).toMatchObject({
      isGranted: true,
      reasonCode: "allow.rule",
    });
    const denied = await site.whatIf(gate.gateId, "WORK1", { at: late });
    expect(denied).toMatchObject({
      isGranted: false,
      reasonCode: "deny.schedule-closed",
      nearestFix: "Contractors are allowed until 18:00; it was 18:07",
      policyVersion: expect.any(Number),
    });
    expect(denied.steps?.map(({ step }) => step)).toEqual([
      "gate",
      "override",
      "deny-list",
      "identity",
      "deny-rules",
      "allow-rules",
    ]);
    expect(denied.steps?.at(-1)?.facts).toMatchObject({ localTime: "2026-06-10 18:07", timeZone: "Europe/Berlin" });
    expect(await site.read(gate, "OTHER1")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.no-rule",
      nearestFix: 'Add it to group Contractors, which rule "Contractors by day" allows at Works gate',
    });
    const exit = await site.gate({ name: "Works exit", type: "X" });
    expect(await site.whatIf(exit.gateId, "WORK1", { at: late })).toMatchObject({
      isGranted: true,
      reasonCode: "allow.exit",
    });
  });

  it("RULE-8 why and what-if list every step in order with its facts, for any plate, tag, gate and time", async () => {
    await site.clearRules();
    const { id: areaId } = await site.add("areas", { name: "Explained deck", capacity: 5 });
    const gate = await site.gate({ name: "Explained gate", toAreaId: areaId });
    const { id: groupId } = await site.add("groups", { name: "Explained people" });
    await site.add("rules", { name: "Explained", effect: "allow", groupId, quota: 3 });
    await site.register("EXP 1", [groupId]);
    const asked = await site.whatIf(gate.gateId, "EXP1");
    const read = await site.read(gate, "EXP1");
    for (const { steps, policyVersion } of [asked, read]) {
      expect(policyVersion).toEqual(expect.any(Number));
      expect(steps?.map(({ step, isPassed }) => `${step} ${isPassed}`)).toEqual([
        "gate true",
        "override true",
        "deny-list true",
        "identity true",
        "deny-rules true",
        "allow-rules true",
        "factors true",
        "anti-passback true",
        "capacity true",
        "quota true",
        "uses true",
      ]);
      const facts = Object.fromEntries(steps?.map((step) => [step.step, step.facts]) ?? []);
      expect(facts).toMatchObject({
        identity: { groups: "Explained people", timeZone: "Europe/Berlin", localTime: expect.any(String) },
        "anti-passback": { insideArea: null },
        capacity: { "Explained deck": "0 of 5" },
      });
      expect(facts["allow-rules"]).toMatchObject({ considered: 2, open: 2, rule: expect.any(Number) });
      expect(facts.quota).toMatchObject({ group: "Explained people", inside: 0, quota: 3 });
    }

    await site.tag("E200EE01", "EXP 2");
    const validTo = new Date("2026-06-10T12:00:00Z");
    await site.db.updateTable("identifiers").set({ validTo }).where("iid", "=", "E200EE01").execute();
    const tag = { type: "RFID" };
    expect(await site.whatIf(gate.gateId, "E200 EE01", { ...tag, at: "2020-02-29T00:00:00Z" })).toMatchObject({
      isGranted: true,
    });
    expect(await site.whatIf(gate.gateId, "E200 EE01", { ...tag, at: "2048-02-29T00:00:00Z" })).toMatchObject({
      isGranted: false,
      reasonCode: "deny.not-valid",
      nearestFix:
        "Change the dates of E 200 EE 01: expired on 2026-06-10T12:00:00.000Z; it was 2048-02-29T00:00:00.000Z",
    });
    expect(
      await site.whatIf(gate.gateId, "E200 EE01", { ...tag, at: "2048-02-29T00:00:00Z", direction: "X" }),
    ).toMatchObject({ isGranted: true, reasonCode: "allow.exit" });
    expect(await site.whatIf(gate.gateId, "???")).toMatchObject({
      reasonCode: "deny.unreadable",
      nearestFix: "Read the plate again, or open the gate by hand",
    });
  });

  it("RULE-9 a rule in shadow mode is reported with the event and decides nothing", async () => {
    await clearRules();
    const gate = await site.gate({ name: "Shadow gate" });
    await site.register("SHADE 1");
    await site.add("rules", { name: "Nobody", effect: "deny", mode: "shadow" });
    const read = await site.read(gate, "SHADE1");
    expect(read).toMatchObject({
      isGranted: true,
      shadow: [{ name: "Nobody", text: 'Would have been denied by "Nobody"' }],
    });
  });

  it("RULE-6 a rule for both factors admits a vehicle after its plate and its tag were read", async () => {
    await clearRules();
    const reader = await site.reader("Factor reader");
    const gate = await site.gate({ name: "Factor gate", sensorId: reader.id });
    await site.add("rules", { name: "Both", effect: "allow", factors: "both" });
    await site.remove("rules", (await site.list("rules"))[0]?.id ?? 0);
    await site.plate("BOTH 1");
    await site.tag("E200 0B01", "BOTH 1");
    expect(await site.read(gate, "BOTH1")).toMatchObject({ isGranted: false, reasonCode: "deny.second-factor" });
    await site.push(reader, { type: "tag", id: "both-1", tag: "E2000B01" }, `/api/ingest/sensor-${reader.id}`);
    expect(await site.events("rfid-ac", { search: "E2000B01" })).toMatchObject([{ isGranted: true }]);
  });

  it("RULE-3 a listed plate is denied, a watched one raises an alert", async () => {
    await clearRules();
    const gate = await site.gate({ name: "List gate" });
    await site.register("BAD 1");
    await site.register("EYE 1");
    await site.add("lists", { kind: "deny", type: "LICENSE_PLATE", iid: "bad-1", reason: "Unpaid" });
    await site.add("lists", { kind: "watch", type: "LICENSE_PLATE", iid: "EYE 1", reason: "Police" });
    expect(await site.read(gate, "BAD1")).toMatchObject({ isGranted: false, reasonCode: "deny.list" });
    const watched = await site.read(gate, "EYE1");
    expect(watched).toMatchObject({ isGranted: true });
    expect(watched.steps?.at(-1)).toMatchObject({ step: "watch-list", isPassed: true });
    const alerts = (await site.alerts("ac")).filter(({ type }) => type === "AC_WATCH_LIST");
    expect(alerts.map(({ description }) => description)).toEqual(["EYE 1 was read at List gate: Police"]);
    const again = await server.call("POST /access/lists", {
      body: { kind: "deny", type: "LICENSE_PLATE", iid: "BAD1", reason: "Again" },
    });
    expect(again).toMatchObject({ status: 409, body: { errors: [{ path: "iid" }] } });
  });

  it("RULE-7 a lockdown denies until it ends, and everyone passes a gate that is held open", async () => {
    const gate = await site.gate({ name: "Override gate" });
    await site.register("LOCK 1");
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const lockdown = await site.add("overrides", { kind: "lockdown", gateId: gate.gateId, until, reason: "Threat" });
    expect(lockdown).toMatchObject({ isActive: true, by: expect.any(String) });
    expect(await site.read(gate, "LOCK1")).toMatchObject({ isGranted: false, reasonCode: "deny.lockdown" });
    await site.remove("overrides", lockdown.id);
    const held = await site.add("overrides", { kind: "hold-open", gateId: gate.gateId, until, reason: "Event" });
    expect(await site.read(gate, "STRANGER1")).toMatchObject({ isGranted: true, reasonCode: "allow.hold-open" });
    // The states of its barriers have changed since it was read.
    const [read] = await site.list("overrides");
    const unconfirmed = [{ gateId: gate.gateId, gateName: "Gate", barrier: "Boom", message: "not sent yet" }];
    const kept = await server.call("PUT /access/overrides/{id}", {
      params: { id: held.id },
      body: { ...read, reason: "Fair", unconfirmed },
    });
    expect(kept).toMatchObject({ status: 200, body: { reason: "Fair" } });
    await site.remove("overrides", held.id);
    const past = await server.call("POST /access/overrides", {
      body: { kind: "lockdown", until: "2020-01-01T00:00:00Z", reason: "Late" },
    });
    expect(past).toMatchObject({
      status: 400,
      body: { errors: [{ path: "until", message: "Must be in the future" }] },
    });
  });

  it("RULE-2 refuses cyclic areas, overlapping windows and unknown references, and says who uses a group", async () => {
    const outer = await site.add("areas", { name: "Outer" });
    const inner = await site.add("areas", { name: "Inner", parentId: outer.id, capacity: 0 });
    const cyclic = await server.call("PUT /access/areas/{id}", {
      params: { id: outer.id },
      body: { name: "Outer", parentId: inner.id },
    });
    expect(cyclic).toMatchObject({
      status: 400,
      body: { errors: [{ path: "parentId", message: "An area can't be inside itself" }] },
    });
    const windows = [
      { days: [1], from: "22:00", to: "06:00" },
      { days: [2], from: "05:00", to: "07:00" },
    ];
    const overlapping = await server.call("POST /access/schedules", { body: { name: "Twice", windows } });
    expect(overlapping).toMatchObject({
      status: 400,
      body: { errors: [{ path: "windows.1", message: "Overlaps another window" }] },
    });
    const leapless = await server.call("POST /access/schedules", {
      body: { name: "Leap", windows: [], exceptions: [{ date: "2027-02-29", windows: [] }] },
    });
    expect(leapless).toMatchObject({ status: 400, body: { errors: [{ path: "exceptions.0.date" }] } });
    await site.add("schedules", { name: "Leap", windows: [], exceptions: [{ date: "2028-02-29", windows: [] }] });
    const unknown = await server.call("POST /access/rules", {
      body: { name: "Ghosts", effect: "allow", groupId: 999_999 },
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { errors: [{ path: "groupId", message: "This group does not exist" }] },
    });
    const { id: groupId } = await site.add("groups", { name: "In use" });
    await site.add("rules", { name: "Uses it", effect: "allow", groupId });
    const used = await server.call("DELETE /access/groups/{id}", { params: { id: groupId } });
    expect(used).toMatchObject({ status: 409, body: { dependents: [{ kind: "access_rules", name: "Uses it" }] } });
    await clearRules();
  });

  it("RULE-2 an identifier keeps its groups in an update without them", async () => {
    const { id: groupId } = await site.add("groups", { name: "Residents" });
    const draft = { type: "LICENSE_PLATE", iid: "GRP 1", vehicleType: "CAR" };
    const created = await server.call<{ id: number }>("POST /ac/ids", { body: { ...draft, groupIds: [groupId] } });
    expect(created).toMatchObject({ status: 201, body: { groupIds: [groupId] } });
    const { id } = created.body;
    const kept = await server.call("PUT /ac/ids/{id}", { params: { id }, body: { ...draft, ownerName: "Asha" } });
    expect(kept.body).toMatchObject({ groupIds: [groupId], ownerName: "Asha" });
    const cleared = await server.call("PUT /ac/ids/{id}", { params: { id }, body: { ...draft, groupIds: [] } });
    expect(cleared.body).toMatchObject({ groupIds: [] });
    const query = { entity: "identifier_groups" };
    const trail = await server.call<{ data: { summary: string }[] }>("GET /audit", { query });
    expect(trail.body.data.slice(0, 2).map(({ summary }) => summary)).toEqual([
      'Deleted the membership of identifier "GRP 1" in group "Residents"',
      'Created the membership of identifier "GRP 1" in group "Residents"',
    ]);
    const wrong = await server.call("PUT /ac/ids/{id}", { params: { id }, body: { ...draft, groupIds: [999_999] } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "groupIds" }] } });
  });

  it("AUD-1 the audit trail names the records that an entry refers to, deleted ones too", async () => {
    const { gateId } = await site.gate({ name: "Named gate" });
    const { id } = await site.add("rules", { name: "At the named gate", effect: "allow", gateIds: [gateId] });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await server.call("POST /access/overrides", { body: { kind: "hold-open", gateId, until, reason: "Event" } });
    const newest = async (entity: string) => {
      const trail = await server.call<{ data: { summary: string }[] }>("GET /audit", { query: { entity, limit: 1 } });
      return trail.body.data[0]?.summary;
    };
    expect(await newest("access_rule_gates")).toBe('Created gate "Named gate" of rule "At the named gate"');
    expect(await newest("access_overrides")).toBe('Created override "Hold open" of gate "Named gate"');
    await server.call("DELETE /access/rules/{id}", { params: { id } });
    expect(await newest("access_rule_gates")).toBe('Deleted gate "Named gate" of rule "At the named gate"');
  });
});
