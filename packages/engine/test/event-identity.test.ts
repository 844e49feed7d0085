import { describe, expect, it } from "vitest";
import { type EventIdentity, isSameEvent } from "../src/event-identity/event-identity.ts";

const at = (clock: string) => new Date(`2026-11-15T${clock}Z`);
const first: EventIdentity = {
  content: "plate MH01AB1234",
  camera: "camera 1",
  isSavedCamera: true,
  reportedAt: at("04:00:00.250"),
  receivedAt: at("04:00:01"),
};
const untimed = { ...first, reportedAt: null };
const unidentified = { ...first, reportedAt: first.receivedAt, sameWithinMs: 10_000 };
const stored = { ...first, reportedAt: first.receivedAt };
const loop = { ...first, content: "loop" };

describe("two reports with neither id nor time", () => {
  it.each<[string, EventIdentity, boolean]>([
    ["are one event within the passage time", { ...unidentified, receivedAt: at("04:00:11") }, true],
    ["are two events after it", { ...unidentified, receivedAt: at("04:00:11.001") }, false],
    ["are two events at two cameras", { ...unidentified, camera: "camera 2", reportedAt: at("04:00:05") }, false],
  ])("FEED-1 %s", (_, other, isSame) => {
    expect(isSameEvent(stored, other)).toBe(isSame);
  });
});

describe("two reports with the same event id", () => {
  it.each<[string, EventIdentity, EventIdentity, boolean]>([
    ["are one event when they are equal", first, { ...first, receivedAt: at("09:00:00") }, true],
    ["are one event when a retry has a new time", first, { ...first, reportedAt: at("04:20:00") }, true],
    ["are one event when one leaves the time out", first, { ...untimed, receivedAt: at("09:00:00") }, true],
    ["are one event when neither has a time", untimed, { ...untimed, receivedAt: at("23:00:00") }, true],
    ["are two when their times are hours apart", first, { ...first, reportedAt: at("05:00:01") }, false],
    ["are one when the plate is read better at once", first, { ...first, content: "plate A1" }, true],
    [
      "are two when another plate comes later: the counter was restarted",
      first,
      { ...first, content: "plate A1", reportedAt: at("04:01:01") },
      false,
    ],
    [
      "are two when another plate without a time comes later",
      untimed,
      { ...untimed, content: "plate A1", receivedAt: at("04:02:02") },
      false,
    ],
    ["are two at two cameras that both count from one", untimed, { ...untimed, camera: "camera 2" }, false],
    [
      "are two at two cameras at different times",
      first,
      { ...first, camera: "camera 2", reportedAt: at("04:00:09") },
      false,
    ],
    ["are one at two cameras at the same moment", first, { ...first, camera: "camera 2" }, true],
    [
      "are one when an unknown camera repeats a plate without a time",
      untimed,
      { ...untimed, camera: "camera 9", isSavedCamera: false },
      true,
    ],
    ["are two pulses at two loops at the same moment", loop, { ...loop, camera: "camera 2" }, false],
    ["are one pulse at one loop", loop, { ...loop }, true],
  ])("SAFE-7 %s", (_, one, other, isSame) => {
    expect(isSameEvent(one, other)).toBe(isSame);
    expect(isSameEvent(other, one)).toBe(isSame);
  });
});
