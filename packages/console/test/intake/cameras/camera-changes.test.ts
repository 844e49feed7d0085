import { expect, it } from "vitest";
import { describeCameraChanges } from "../../../src/intake/cameras/camera-changes.ts";

const same = { newName: null, slotsAdded: [], slotsGone: [] };

it.each([
  [{}, undefined],
  [{ newName: "Deck One" }, "On the device: renamed to Deck One"],
  [{ slotsAdded: ["A7"] }, "On the device: 1 new slot: A7"],
  [{ slotsGone: ["A1", "A2"] }, "On the device: gone: A1, A2"],
  [
    { newName: "Deck One", slotsAdded: ["A7", "A8"], slotsGone: ["A2"] },
    "On the device: renamed to Deck One; 2 new slots: A7, A8; gone: A2",
  ],
])("CAM-8 %j is described as %j", (differences, plan) => {
  expect(describeCameraChanges({ ...same, ...differences })).toBe(plan);
});
