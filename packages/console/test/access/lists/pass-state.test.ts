import { expect, it } from "vitest";
import { passState } from "../../../src/access/lists/pass-state.ts";

const pass = { validFrom: "2026-01-01T08:00:00Z", validTo: "2026-01-01T18:00:00Z", uses: 2, used: 0 };

it.each([
  ["upcoming", "2026-01-01T07:59:59Z", {}],
  ["valid", "2026-01-01T08:00:00Z", {}],
  ["valid", "2026-01-01T18:00:00Z", { used: 1 }],
  ["expired", "2026-01-01T18:00:01Z", {}],
  ["used", "2026-01-01T12:00:00Z", { used: 2 }],
  ["valid", "2026-01-01T12:00:00Z", { uses: null, used: 9 }],
  ["expired", "2026-01-02T00:00:00Z", { used: 2 }],
] as const)("PASS-1 a pass is %s at %s with %j", (state, at, over) => {
  expect(passState({ ...pass, ...over }, Date.parse(at))).toBe(state);
});
