import { describe, expect, it } from "vitest";
import { type GridSign, signRows } from "../src/entities/display/sign-rows.ts";

const sign = (over: Partial<GridSign> = {}): GridSign => ({ rows: 2, chars: 16, idle: [], variables: [], ...over });
const level = { variableId: 7, label: "LEVEL 1" };
const shown = (over: Partial<GridSign>, message: string | null, value?: number) =>
  signRows(sign(over), () => value, message);

describe("the rows of a sign", () => {
  it("DISP-5 is its idle rows, then each variable with its label at the start and its value at the end", () => {
    expect(shown({ idle: ["WELCOME"], variables: [level] }, null, 42)).toEqual({
      rows: ["WELCOME", "LEVEL 1       42"],
      fits: true,
    });
  });

  it.each<[string, Partial<GridSign>, string, readonly string[], boolean]>([
    ["in the middle", { rows: 3 }, "NO", ["", "       NO"], true],
    ["on two rows", { chars: 8 }, "ACCESS GRANTED", [" ACCESS", "GRANTED"], true],
    [
      "with a row for each of its lines",
      {},
      "MH12AB1234\n63 KMPH LIMIT 50",
      ["   MH12AB1234", "63 KMPH LIMIT 50"],
      true,
    ],
    ["instead of what it shows idle", { idle: ["WELCOME"] }, "NO", ["       NO"], true],
    ["though a word is longer than a row", { chars: 4 }, "DENIED", ["DENIED"], false],
    ["though there are too few rows", { chars: 4, rows: 1 }, "GO ON NOW", [" GO", " ON", "NOW"], false],
  ])("DISP-5 is a message %s", (_case, over, message, rows, fits) => {
    expect(shown(over, message)).toEqual({ rows, fits });
  });

  it.each(["", "  "])("DISP-5 stays idle for the empty message '%s'", (message) => {
    expect(shown({ idle: ["WELCOME"] }, message).rows).toEqual(["WELCOME"]);
  });

  it.each<[string, Partial<GridSign>, number | undefined, string, boolean]>([
    ["has dashes for a value that is not known", {}, undefined, "LEVEL 1      ---", true],
    ["cuts off a label before a number", { chars: 8 }, 128, "LEVE 128", false],
    ["gives a number the whole row", { chars: 3 }, 128, "128", false],
    ["shows no part of a number that is too long", { chars: 2 }, 128, "##", false],
    [
      "takes a letter of any alphabet for one",
      { chars: 10, variables: [{ variableId: 7, label: "𝐋𝐄𝐕" }] },
      5,
      "𝐋𝐄𝐕      5",
      true,
    ],
  ])("DISP-5 %s", (_case, over, value, row, fits) => {
    expect(shown({ variables: [level], ...over }, null, value)).toEqual({ rows: [row], fits });
  });

  it("DISP-5 report when the content does not fit", () => {
    expect(shown({ idle: ["ONE", "TWO"], variables: [level] }, null, 1).fits).toBe(false);
  });
});
