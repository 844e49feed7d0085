import { describe, expect, it } from "vitest";
import { layOutColumns, toCell } from "../../../src/record/reports/files/pdf-table.ts";

const fontSize = 8;
const titles = ["Gate", "Owner", "Organisation", "Direction", "Decision"];
const columns = titles.map((title) => ({ key: title, title, kind: "text" as const, width: 100 }));
const layOut = (textsOf: (title: string) => readonly string[], pageWidth = 500) =>
  layOutColumns(columns, ({ title }) => textsOf(title), { pageWidth, fontSize });

describe("the columns of a PDF", () => {
  it("REP-5 very long words narrow their own columns only", () => {
    const long = ["W".repeat(255)];
    const laidOut = layOut((title) => (title === "Owner" || title === "Organisation" ? long : ["Main entry"]), 300);
    // No title is broken.
    for (const { title, maxWordWidth } of laidOut)
      expect(toCell(title, maxWordWidth, fontSize)).toEqual({ text: title });
    const [gate, owner, organisation] = laidOut.map(({ width }) => width);
    expect(owner).toBeGreaterThan(gate as number);
    expect(owner).toBe(organisation);
  });

  it.each([["Main entry"], ["W".repeat(255)], ["word ".repeat(60)]])("REP-5 fit the page: %s", (text) => {
    const width = layOut(() => [text]).reduce((sum, column) => sum + column.width, 0);
    expect(width).toBeLessThanOrEqual(500);
  });
});
