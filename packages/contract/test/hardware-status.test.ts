import { describe, expect, it } from "vitest";
import { boardId, toArmPosition } from "../src/hardware-status.ts";

describe("the position of an arm", () => {
  it.each([
    [true, false, "open"],
    [false, true, "closed"],
    [false, false, "moving"],
    [true, true, "contradiction"],
    [undefined, true, "closed"],
    [undefined, false, "open"],
    [true, undefined, "open"],
    [false, undefined, "closed"],
    [undefined, undefined, "unknown"],
  ])("LIVE-10 with open contact %s and closed contact %s is %s", (open, closed, position) => {
    expect(toArmPosition({ open, closed })).toBe(position);
  });
});

it("LIVE-10 a board has one id in every notation of its address", () => {
  expect(boardId({ host: "127.000.000.001", port: 502 })).toBe(boardId({ host: "127.0.0.1", port: 502 }));
  expect(boardId({ host: "Board", port: 502 })).toBe("board:502");
});
