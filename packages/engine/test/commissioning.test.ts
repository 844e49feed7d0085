import { describe, expect, it } from "vitest";
import { type ControllerDevice, selectForController } from "../src/commissioning/commissioning.ts";

const device = (over: Partial<ControllerDevice>): ControllerDevice => ({
  kind: "boomBarrier",
  id: 1,
  name: "First",
  host: "127.10.0.5",
  port: 502,
  output: 1,
  ...over,
});

describe("selecting devices for the field controller", () => {
  it.each([
    ["another output", { output: 2 }],
    ["another controller", { host: "127.10.0.6" }],
    ["another port", { port: 503 }],
    ["an input", { kind: "sensor" }],
    ["no address of its own", { host: undefined }],
  ] as const)("MOD-2 accepts a second device on %s", (_, over) => {
    expect(selectForController([device({}), device({ id: 2, ...over })]).refused).toEqual([]);
  });

  it("MOD-2 refuses a second device on the same output", () => {
    const { taken, refused } = selectForController([device({}), device({ id: 2, kind: "buzzer", name: "Second" })]);
    expect(taken).toHaveLength(1);
    expect(refused).toEqual([
      { kind: "buzzer", id: 2, name: "Second", reason: '"First" already uses output 1 of 127.10.0.5:502' },
    ]);
  });
});
