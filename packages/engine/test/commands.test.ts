import { describe, expect, it } from "vitest";
import { planCommands, planOverspeed, type WiredDisplay, type Wiring } from "../src/commands/plan.ts";

const sign: WiredDisplay = {
  id: 3,
  name: "Sign",
  type: "grid",
  grantedMessage: "WELCOME",
  deniedMessage: "NO ENTRY",
  forSeconds: 5,
};
const lamp = (id: number, atRest: "r" | "g" | null): WiredDisplay => ({
  id,
  name: `Lamp ${id}`,
  type: "binary",
  atRest,
  forSeconds: 4,
});
const screen: WiredDisplay = { id: 9, name: "Screen", type: "multimedia" };
const wiring: Wiring = {
  barrier: { id: 1, name: "Boom" },
  buzzer: { id: 2, name: "Buzzer", forSeconds: 2 },
  displays: [sign, lamp(4, "r"), lamp(5, "g"), lamp(6, null), screen],
};
const grant = { kind: "identifier", id: 1 };
const granted = { trace: { isGranted: true }, grant, isNew: true };
const denied = { trace: { isGranted: false }, grant: null, isNew: true };

describe("the commands of a gate", () => {
  it("ENG-1 open, buzz, show and switch lamps to green for a granted vehicle", () => {
    expect(planCommands(granted, wiring)).toEqual([
      { kind: "open", target: { kind: "boomBarrier", id: 1, name: "Boom" } },
      { kind: "buzz", target: { kind: "buzzer", id: 2, name: "Buzzer" }, forSeconds: 2 },
      { kind: "show", target: { kind: "display", id: 3, name: "Sign" }, text: "WELCOME", forSeconds: 5 },
      { kind: "lamp", target: { kind: "display", id: 4, name: "Lamp 4" }, colour: "g", forSeconds: 4 },
      { kind: "lamp", target: { kind: "display", id: 6, name: "Lamp 6" }, colour: "g", forSeconds: 4 },
    ]);
  });

  it("ENG-1 show and switch lamps to red for a denied vehicle, and do not open", () => {
    expect(planCommands(denied, wiring)).toEqual([
      { kind: "show", target: { kind: "display", id: 3, name: "Sign" }, text: "NO ENTRY", forSeconds: 5 },
      { kind: "lamp", target: { kind: "display", id: 5, name: "Lamp 5" }, colour: "r", forSeconds: 4 },
    ]);
  });

  it.each([
    ["for a repeated read of a passage", { ...granted, isNew: false }],
    ["for a repeated read that is denied", { ...denied, isNew: false }],
    ["if nothing was decided", { ...granted, trace: { isGranted: null } }],
    ["without an identifier or reservation", { ...granted, grant: null }],
  ])("ENG-1 are none %s", (_case, decided) => {
    expect(planCommands(decided, wiring)).toEqual([]);
  });

  it("ENG-1 are none if nothing is wired, and an empty message is not shown", () => {
    expect(planCommands(granted, { barrier: null, buzzer: null, displays: [] })).toEqual([]);
    const silent = { ...sign, deniedMessage: " " };
    expect(planCommands(denied, { ...wiring, displays: [silent] })).toEqual([]);
  });
});

describe("a lane's signs", () => {
  it("ENG-2 show a speeding vehicle", () => {
    expect(planOverspeed("62 KMPH LIMIT 50", [sign, lamp(4, "r"), screen])).toEqual([
      { kind: "show", target: { kind: "display", id: 3, name: "Sign" }, text: "62 KMPH LIMIT 50", forSeconds: 5 },
    ]);
  });

  it("ENG-2 stay as they are otherwise", () => {
    expect(planOverspeed(null, [sign])).toEqual([]);
  });
});
