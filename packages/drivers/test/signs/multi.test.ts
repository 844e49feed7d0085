import { describe, expect, it } from "vitest";
import { toMulti } from "../../src/signs/ntcip-1203.ts";

const sign = { rows: 2, chars: 8 };

describe("MULTI, the markup of NTCIP 1203", () => {
  it.each([
    ["rows that fit", [" ACCESS", "GRANTED"], "[jp2][jl2] ACCESS[nl]GRANTED"],
    ["rows that are too long", ["ACCESS GRANTED", "1"], "[jp2][jl2]ACCESS G[nl]1"],
    ["an empty row above", ["", "OPEN"], "[jp2][jl2][nl]OPEN"],
    ["empty rows below", ["OPEN", " ", ""], "[jp2][jl2]OPEN"],
    ["more rows than it has", ["1", "2", "3"], "[jp2][jl2]1[nl]2[np]3"],
    ["a full second page", ["1", "2", "3", "4", "5"], "[jp2][jl2]1[nl]2[np]3[nl]4[np]5"],
    ["brackets", ["[nl]", "a]b"], "[jp2][jl2][[nl]][nl]a]]b"],
    ["letters of Latin 1", ["Grüße"], "[jp2][jl2]Grüße"],
    ["other letters", ["मुं 🅿"], "[jp2][jl2]??? ?"],
    ["control characters", ["a\r\n\u0000b"], "[jp2][jl2]a   b"],
    ["no rows", [], ""],
    ["empty rows only", ["", "   "], ""],
  ])("LIVE-9 %s", (_, rows, markup) => {
    expect(toMulti(sign, rows).toString("latin1")).toBe(markup);
  });
});
