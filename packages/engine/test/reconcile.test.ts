import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReportedCamera, reconcile, type StoredCamera } from "../src/reconcile/reconcile.ts";

const reported = (id: string, over: Partial<ReportedCamera> = {}): ReportedCamera => ({
  id,
  name: `Cam ${id}`,
  slots: [],
  ...over,
});
const stored = (id: number, reportedId: string, over: Partial<StoredCamera> = {}): StoredCamera => ({
  id,
  reportedId,
  name: `Cam ${reportedId}`,
  slots: [],
  ...over,
});

describe("reconciling a device's cameras", () => {
  it("CAM-8 marks cameras as saved if stored and reported, new if only reported, zombie if only stored", () => {
    const matched = reconcile([reported("a"), reported("b")], [stored(1, "a"), stored(2, "c")]);
    expect(matched.map(({ reportedId, status, id }) => [reportedId, status, id])).toEqual([
      ["a", "saved", 1],
      ["c", "zombie", 2],
      ["b", "new", null],
    ]);
  });

  it("CAM-8 reports a new name", () => {
    expect(reconcile([reported("a", { name: "Gate 1" })], [stored(1, "a")])[0]?.newName).toBe("Gate 1");
  });

  it("CAM-8 reports added and removed slots; a renamed slot is both", () => {
    const slots = [{ name: "A1" }, { name: "B2" }];
    const [camera] = reconcile([reported("a", { slots })], [stored(1, "a", { slots: ["A1", "A2"] })]);
    expect([camera?.slotsAdded, camera?.slotsGone]).toEqual([["B2"], ["A2"]]);
  });

  it("CAM-8 never loses, duplicates or invents a camera", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(ids, ids, (theirs, ours) => {
        const matched = reconcile(
          theirs.map((id) => reported(id)),
          ours.map((id, index) => stored(index + 1, id)),
        );
        expect(new Set(matched.map(({ reportedId }) => reportedId))).toEqual(new Set([...theirs, ...ours]));
        expect(matched).toHaveLength(new Set([...theirs, ...ours]).size);
        expect(matched.filter(({ status }) => status === "zombie").every(({ id }) => id !== null)).toBe(true);
      }),
    );
  });
});
