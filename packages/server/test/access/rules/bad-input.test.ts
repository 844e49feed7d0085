import { describe, expect, it } from "vitest";
import { accessSite } from "./access-site.ts";

const site = await accessSite();
const { server } = site;

type Error = [title: string, body: Record<string, unknown>, path: string, message: string];

const area = await site.add("areas", { name: "Taken area" });
const group = await site.add("groups", { name: "Taken group" });
const schedule = await site.add("schedules", { name: "Taken schedule" });
const rule = await site.add("rules", { name: "Taken rule", effect: "allow", mode: "off" });
const entry = await site.add("lists", { kind: "deny", type: "LICENSE_PLATE", iid: "TAKEN 1", reason: "Unpaid" });
const inside = await site.add("presence", { vehicle: "TAKEN 1", areaId: area.id });

const long = "x".repeat(256);
const unknown = 999_999;
const past = "2020-01-01T00:00:00Z";
const future = "2999-01-01T00:00:00Z";

const errorsOf = async (response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response;
  return { status, errors: (body as { errors?: { path: string; message: string }[] }).errors };
};

/** Sends a body as a new record and as a change of an existing one: both give the same message at the same field. */
const expectError = async (path: string, id: number | null, [, body, field, message]: Error) => {
  const expected = { errors: [{ path: field, message }] };
  expect(await errorsOf(server.call(`POST /access/${path}` as never, { body }))).toMatchObject(expected);
  if (id === null) return;
  const change = server.call(`PUT /access/${path}/{id}` as never, { params: { id }, body });
  expect(await errorsOf(change)).toMatchObject(expected);
};

describe("bad input of areas", () => {
  const draft = { name: "Deck" };
  it.each<Error>([
    ["no name", {}, "name", "Required"],
    ["an empty name", { name: " " }, "name", "Required"],
    ["a name that is too long", { name: long }, "name", "At most 255 characters"],
    ["a negative capacity", { ...draft, capacity: -1 }, "capacity", "Must be at least 0"],
    ["a broken capacity", { ...draft, capacity: 1.5 }, "capacity", "Must be a whole number"],
    ["a capacity that is no number", { ...draft, capacity: "many" }, "capacity", "Must be a whole number"],
    ["an unknown parent", { ...draft, parentId: unknown }, "parentId", "This area does not exist"],
    ["a parent that is no id", { ...draft, parentId: -1 }, "parentId", "Must be positive"],
    ["an unknown field", { ...draft, colour: "red" }, "colour", "Is not a known field"],
  ])("RULE-5 %s", async (...error) => expectError("areas", area.id, error));

  it("RULE-2 names another area, or the area itself, in the message", async () => {
    await expectError("areas", null, ["", { name: "TAKEN AREA" }, "name", "Another area has this name"]);
    const self = { params: { id: area.id }, body: { name: "Taken area", parentId: area.id } };
    expect(await errorsOf(server.call("PUT /access/areas/{id}", self))).toEqual({
      status: 400,
      errors: [{ path: "parentId", message: "An area can't be inside itself" }],
    });
  });

  it("RULE-2 refuses a cycle over three areas", async () => {
    const second = await site.add("areas", { name: "Second", parentId: area.id });
    const third = await site.add("areas", { name: "Third", parentId: second.id });
    const cycle = { params: { id: area.id }, body: { name: "Taken area", parentId: third.id } };
    expect(await errorsOf(server.call("PUT /access/areas/{id}", cycle))).toEqual({
      status: 400,
      errors: [{ path: "parentId", message: "An area can't be inside itself" }],
    });
  });
});

describe("bad input of groups", () => {
  it.each<Error>([
    ["no name", {}, "name", "Required"],
    ["a name that is too long", { name: long }, "name", "At most 255 characters"],
    ["a name with a separator", { name: "A;B" }, "name", "Must not contain a semicolon"],
  ])("RULE-2 %s", async (...error) => expectError("groups", group.id, error));

  it("RULE-2 a name that another group has", async () =>
    expectError("groups", null, ["", { name: "taken GROUP" }, "name", "Another group has this name"]));
});

describe("bad input of schedules", () => {
  const window = { days: [1], from: "06:00", to: "18:00" };
  const withWindow = (over: object) => ({ name: "Hours", windows: [{ ...window, ...over }] });
  const withException = (over: object) => ({
    name: "Hours",
    exceptions: [{ date: "2026-12-25", windows: [], ...over }],
  });
  const malformed = "Must be a time like 06:30";
  const weekday = "Must be from 1 (Monday) to 7";
  it.each<Error>([
    ["no name", {}, "name", "Required"],
    ["a time without minutes", withWindow({ from: "6" }), "windows.0.from", malformed],
    ["24:00", withWindow({ to: "24:00" }), "windows.0.to", malformed],
    ["60 minutes", withWindow({ to: "10:60" }), "windows.0.to", malformed],
    ["a number as time", withWindow({ from: 6 }), "windows.0.from", malformed],
    ["day 0", withWindow({ days: [0] }), "windows.0.days.0", weekday],
    ["day 8", withWindow({ days: [8] }), "windows.0.days.0", weekday],
    ["no day", withWindow({ days: [] }), "windows.0.days", "Choose at least one day"],
    ["a day twice", withWindow({ days: [1, 1] }), "windows.0.days", "Duplicate day"],
    [
      "a date that does not exist",
      withException({ date: "2026-02-29" }),
      "exceptions.0.date",
      "Must be a date like 2026-12-25",
    ],
    [
      "a malformed window of a date",
      withException({ windows: [{ from: "x", to: "10:00" }] }),
      "exceptions.0.windows.0.from",
      malformed,
    ],
    [
      "overlapping windows",
      { name: "Hours", windows: [window, { ...window, from: "17:00", to: "19:00" }] },
      "windows.1",
      "Overlaps another window",
    ],
    [
      "overlapping windows of a date",
      withException({
        windows: [
          { from: "22:00", to: "06:00" },
          { from: "23:00", to: "23:30" },
        ],
      }),
      "exceptions.0.windows.1",
      "Overlaps another window",
    ],
    [
      "a date twice",
      { name: "Hours", exceptions: [{ date: "2026-12-25" }, { date: "2026-12-25" }] },
      "exceptions.1.date",
      "Duplicate date",
    ],
  ])("RULE-2 %s", async (...error) => expectError("schedules", schedule.id, error));

  it("RULE-2 a name that another schedule has", async () =>
    expectError("schedules", null, ["", { name: "Taken Schedule" }, "name", "Another schedule has this name"]));
});

describe("bad input of rules", () => {
  const draft = { name: "Rule", effect: "allow", mode: "off" };
  const onlyAllow = "Only a rule that allows can have this";
  it.each<Error>([
    ["no name", { effect: "allow" }, "name", "Required"],
    ["no effect", { name: "Rule" }, "effect", "Required"],
    ["another effect", { ...draft, effect: "maybe" }, "effect", "Must be one of allow, deny"],
    ["an unknown group", { ...draft, groupId: unknown }, "groupId", "This group does not exist"],
    ["an unknown area", { ...draft, areaId: unknown }, "areaId", "This area does not exist"],
    ["an unknown schedule", { ...draft, scheduleId: unknown }, "scheduleId", "This schedule does not exist"],
    ["an unknown gate", { ...draft, gateIds: [unknown] }, "gateIds", "One of these gates does not exist"],
    ["a gate twice", { ...draft, gateIds: [1, 1] }, "gateIds", "Duplicate gate"],
    ["another direction", { ...draft, direction: "E" }, "direction", "Must be N or X"],
    ["another factor", { ...draft, factors: "plate" }, "factors", "Must be one of any, both"],
    ["another anti-passback", { ...draft, antiPassback: "on" }, "antiPassback", "Must be one of none, soft, hard"],
    ["another mode", { ...draft, mode: "on" }, "mode", "Must be one of off, shadow, enforced"],
    ["a negative quota", { ...draft, quota: -1 }, "quota", "Must be at least 0"],
    [
      "a time without a zone",
      { ...draft, validFrom: "2026-06-10T08:00" },
      "validFrom",
      "Must be an ISO 8601 time with an offset",
    ],
    [
      "an end before the start",
      { ...draft, validFrom: future, validTo: past },
      "validTo",
      "Must not be before the start",
    ],
    ["a deny rule with a quota", { ...draft, effect: "deny", quota: 1 }, "quota", onlyAllow],
    ["a deny rule with factors", { ...draft, effect: "deny", factors: "both" }, "factors", onlyAllow],
    [
      "an allow rule except at times",
      { ...draft, effect: "allow", scheduleId: 1, times: "outside" },
      "times",
      "Only a rule that denies can have this",
    ],
    [
      "a deny rule except at no time",
      { ...draft, effect: "deny", times: "outside" },
      "times",
      "Choose a schedule or a period",
    ],
    ["a deny rule with anti-passback", { ...draft, effect: "deny", antiPassback: "hard" }, "antiPassback", onlyAllow],
  ])("RULE-2 %s", async (...error) => expectError("rules", rule.id, error));

  it("RULE-2 a name that another rule has", async () =>
    expectError("rules", null, ["", { ...draft, name: "taken rule" }, "name", "Another rule has this name"]));
});

describe("bad input of lists", () => {
  const draft = { kind: "deny", type: "LICENSE_PLATE", iid: "KA 01", reason: "Unpaid" };
  it.each<Error>([
    ["another kind", { ...draft, kind: "block" }, "kind", "Must be one of deny, watch"],
    ["another type", { ...draft, type: "FACE" }, "type", "Must be one of LICENSE_PLATE, RFID"],
    ["no plate", { ...draft, iid: "" }, "iid", "Required"],
    ["a plate without letters", { ...draft, iid: "--" }, "iid", "Must have a letter or a digit"],
    ["a plate that is too long", { ...draft, iid: "A".repeat(65) }, "iid", "At most 64 characters"],
    ["no reason", { ...draft, reason: "" }, "reason", "Required"],
    ["an end in the past", { ...draft, until: past }, "until", "Must be in the future"],
    ["an end that is no time", { ...draft, until: "tomorrow" }, "until", "Must be an ISO 8601 time with an offset"],
  ])("RULE-3 %s", async (...error) => expectError("lists", entry.id, error));

  it("RULE-3 a plate that is listed already", async () => {
    const body = { ...draft, iid: "taken-1" };
    await expectError("lists", null, ["", body, "iid", "This plate or tag is on the list already"]);
  });
});

describe("bad input of passes", () => {
  const draft = { lp: "KA 01", name: "Asha", validFrom: past, validTo: future };
  it.each<Error>([
    ["neither plate nor tag", { ...draft, lp: "" }, "lp", "Enter a plate or a tag"],
    ["no name", { ...draft, name: "" }, "name", "Required"],
    ["a tag without letters", { ...draft, rfid: "-" }, "rfid", "Must have a letter or a digit"],
    ["no use", { ...draft, uses: 0 }, "uses", "Must be at least 1"],
    ["a negative number of uses", { ...draft, uses: -3 }, "uses", "Must be at least 1"],
    [
      "an end before the start",
      { ...draft, validFrom: future, validTo: past },
      "validTo",
      "Must not be before the start",
    ],
    ["no start", { ...draft, validFrom: undefined }, "validFrom", "Required"],
    ["an unknown gate", { ...draft, gateIds: [unknown] }, "gateIds", "One of these gates does not exist"],
  ])("PASS-1 %s", async (...error) => {
    const { id } = await site.add("passes", draft);
    await expectError("passes", id, error);
    await site.remove("passes", id);
  });
});

describe("bad input of overrides", () => {
  const draft = { kind: "lockdown", until: future, reason: "Drill" };
  it.each<Error>([
    ["another kind", { ...draft, kind: "party" }, "kind", "Must be one of lockdown, hold-open, evacuate"],
    ["no end", { ...draft, until: undefined }, "until", "Required"],
    ["an end in the past", { ...draft, until: past }, "until", "Must be in the future"],
    ["no reason", { ...draft, reason: " " }, "reason", "Required"],
    ["an unknown gate", { ...draft, gateId: unknown }, "gateId", "This gate does not exist"],
  ])("RULE-7 %s", async (...error) => {
    const { id } = await site.add("overrides", draft);
    await expectError("overrides", id, error);
    await site.remove("overrides", id);
  });
});

describe("bad input of presence", () => {
  it.each<Error>([
    ["no vehicle", { vehicle: "", areaId: 1 }, "vehicle", "Required"],
    ["a vehicle without letters", { vehicle: "--", areaId: 1 }, "vehicle", "Must have a letter or a digit"],
    ["no area", { vehicle: "KA 01" }, "areaId", "Required"],
    ["an unknown area", { vehicle: "KA 01", areaId: unknown }, "areaId", "This area does not exist"],
    ["no answer", { vehicle: "KA 01", areaId: 1, isForgiven: "yes" }, "isForgiven", "Must be true or false"],
  ])("RULE-4 %s", async (...error) => expectError("presence", inside.id, error));
});

describe("bad input of what-if", () => {
  const draft = { type: "LICENSE_PLATE", read: "KA 01", gateId: 1 };
  it.each<Error>([
    ["no plate", { ...draft, read: "" }, "read", "Required"],
    ["another type", { ...draft, type: "FACE" }, "type", "Must be one of LICENSE_PLATE, RFID"],
    ["no gate", { ...draft, gateId: undefined }, "gateId", "Required"],
    ["a time without a zone", { ...draft, at: "2026-06-10" }, "at", "Must be an ISO 8601 time with an offset"],
    ["another direction", { ...draft, direction: "in" }, "direction", "Must be one of N, X"],
  ])("RULE-8 %s", async (_title, body, path, message) => {
    expect(await errorsOf(server.call("POST /access/what-if", { body }))).toEqual({
      status: 400,
      errors: [{ path, message }],
    });
  });
});
