import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/forms/selection-edit.ts";

describe("CFG-5 REP-1 an edit of a selection", () => {
  it.each([
    { why: "nothing was edited", stored: ["a", "b"], edit: undefined, selected: ["a", "b"] },
    {
      why: "it was the only one",
      stored: ["a", "b"],
      edit: { from: ["a", "b"], to: ["b", "c"] },
      selected: ["b", "c"],
    },
    {
      why: "a colleague removed another code",
      stored: ["a"],
      edit: { from: ["a", "b"], to: ["a", "b", "c"] },
      selected: ["a", "c"],
    },
    {
      why: "a colleague added another code",
      stored: ["a", "b", "d"],
      edit: { from: ["a", "b"], to: ["a"] },
      selected: ["a", "d"],
    },
    {
      why: "a colleague made the same change",
      stored: ["a", "c"],
      edit: { from: ["a", "b"], to: ["a", "c"] },
      selected: ["a", "c"],
    },
  ])("CFG-5 REP-1 is applied to what is stored: $why", ({ stored, edit, selected }) => {
    expect(applyEdit(stored, edit)).toEqual(selected);
  });
});
