import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { patchOf } from "../src/crud.ts";
import { boomBarrierDraft } from "../src/entities/boom-barrier.ts";
import { buzzerDraft } from "../src/entities/buzzer.ts";
import { gridDraft } from "../src/entities/display/display.ts";
import { identifierDraft } from "../src/entities/identifier/identifier.ts";
import { sensorDraft } from "../src/entities/sensor.ts";
import { slotControllerDraft } from "../src/entities/slot-controller.ts";
import { variableDraft } from "../src/entities/variable.ts";
import { findValue } from "../src/fields/words.ts";
import { moduleKinds } from "../src/modules/module.ts";
import { toContractWords } from "../src/wording.ts";

describe("WIRE-8 a word stands for a value", () => {
  it.each([
    ["GLOBAL", ["global", "epld"], "global"],
    ["Licence plate", ["LICENSE_PLATE", "RFID"], "LICENSE_PLATE"],
    ["inactive", [0, 1], 0],
    ["1", [0, 1], 1],
    ["anpr-ac", ["ac", "rfid-ac"], "ac"],
    ["ac", moduleKinds, "ANPR_ACCESS_CONTROL"],
    ["loop", moduleKinds, "LOOP_DETECTOR"],
    ["attic", moduleKinds, undefined],
    ["", ["N", "X"], undefined],
    [null, ["N", "X"], undefined],
    // Two values fit, so neither is chosen.
    ["ANPR_ACCESS_CONTROL", ["ac", "anpr-ac"], undefined],
  ] as const)("%j among %j is %j", (word, values, expected) => {
    expect(findValue(word, values as readonly (string | number)[])).toBe(expected);
  });
});

const relay = { port: 502, drv: "x", rel: 1 };

describe("WIRE-8 an input in the documents' words becomes ours", () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    [
      "enumeration values at any depth",
      buzzerDraft,
      { scope: "AC", additionalInfo: { ind: "ACTIVE" } },
      { scope: "ac", additionalInfo: { ind: 1 } },
    ],
    [
      "empty optional fields",
      boomBarrierDraft,
      { scope: "", additionalInfo: { ...relay, ip: null } },
      { additionalInfo: relay },
    ],
    [
      "empty nullable fields",
      identifierDraft,
      { type: "LP", lp: " ", validTo: "" },
      { type: "LICENSE_PLATE", lp: null, validTo: "" },
    ],
    [
      "texts that may be empty stay",
      gridDraft,
      { additionalInfo: { accessControl: { accessDeniedMessage: "" } } },
      { additionalInfo: { accessControl: { accessDeniedMessage: "" } } },
    ],
    [
      "the option of a union",
      sensorDraft,
      { scope: "RFID_ACCESS_CONTROL", additionalInfo: { gtp: "exit" } },
      { scope: "ac", additionalInfo: { gtp: "X" } },
    ],
    [
      "entries of a list",
      variableDraft,
      { type: "DYNAMIC", value: [{ type: "VARIABLE", id: 1 }] },
      { type: "dynamic", value: [{ type: "variable", id: 1 }] },
    ],
    ["required fields stay empty", boomBarrierDraft, { name: "", uid: null }, { name: "", uid: null }],
    ["required fields of an update stay empty", patchOf(boomBarrierDraft), { name: "", scope: null }, { name: "" }],
    [
      "unknown fields and words stay",
      sensorDraft,
      { scope: "attic", colour: "Red" },
      { scope: "attic", colour: "Red" },
    ],
    ["other kinds of input stay", sensorDraft, "text", "text"],
  ])("%s", (_, schema, input, expected) => {
    expect(toContractWords(schema, input)).toEqual(expected);
  });
});

describe("WIRE-8 a number that is stored as text", () => {
  it("SLOT-1 the prp of a slot controller is understood as a number and as a text", () => {
    const controller = (prp: unknown) => ({
      aiDeviceId: 1,
      uid: "3",
      name: "Level 1",
      additionalInfo: { ip: "127.0.0.1", port: 80, slots: 8, prp, adr: "00-11-22-33-44-55" },
    });
    const read = [7, "7"].map((prp) => slotControllerDraft.parse(controller(prp)).additionalInfo.prp);
    expect(read).toEqual(["7", "7"]);
    expect(slotControllerDraft.safeParse(controller("")).error?.issues).toMatchObject([
      { path: ["additionalInfo", "prp"] },
    ]);
  });
});
