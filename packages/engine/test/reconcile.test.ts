import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Kept, type Reported, reconcile } from "../src/reconcile/reconcile.ts";

const reported = (id: string, over: Partial<Reported> = {}): Reported => ({
  id,
  name: `Cam ${id}`,
  slots: [],
  ...over,
});
const kept = (id: number, reportedId: string, over: Partial<Kept> = {}): Kept => ({
  id,
  reportedId,
  name: `Cam ${reportedId}`,
  slots: [],
  ...over,
});

describe("reconciling a device's cameras", () => {
  it("CAM-8 calls what is in both saved, what only the device has new, what only we have zombie", () => {
    const matched = reconcile([reported("a"), reported("b")], [kept(1, "a"), kept(2, "c")]);
    expect(matched.map(({ reportedId, status, id }) => [reportedId, status, id])).toEqual([
      ["a", "saved", 1],
      ["c", "zombie", 2],
      ["b", "new", null],
    ]);
  });

  it("CAM-8 tells a new name", () => {
    expect(reconcile([reported("a", { name: "Gate 1" })], [kept(1, "a")])[0]?.newName).toBe("Gate 1");
  });

  it("CAM-8 tells slots that came and slots that went; a renamed one is both", () => {
    const slots = [{ name: "A1" }, { name: "B2" }];
    const [camera] = reconcile([reported("a", { slots })], [kept(1, "a", { slots: ["A1", "A2"] })]);
    expect([camera?.slotsAdded, camera?.slotsGone]).toEqual([["B2"], ["A2"]]);
  });

  it("CAM-8 never loses, doubles or makes up a camera", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(ids, ids, (theirs, ours) => {
        const matched = reconcile(
          theirs.map((id) => reported(id)),
          ours.map((id, index) => kept(index + 1, id)),
        );
        expect(new Set(matched.map(({ reportedId }) => reportedId))).toEqual(new Set([...theirs, ...ours]));
        expect(matched).toHaveLength(new Set([...theirs, ...ours]).size);
        expect(matched.filter(({ status }) => status === "zombie").every(({ id }) => id !== null)).toBe(true);
      }),
    );
  });
});
