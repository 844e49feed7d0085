import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { collectGarbage } from "../../src/platform/collect-garbage.ts";

it("HA-1 garbage is collected on request, and the function stays private", async () => {
  const unused = new WeakRef({});
  // A WeakRef keeps its object until the end of the turn.
  await setImmediate();
  collectGarbage();
  expect(unused.deref()).toBeUndefined();
  expect("gc" in globalThis).toBe(false);
});
