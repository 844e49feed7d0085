import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mutation, mutationsOf, toAscii } from "./mutations.ts";
import { received } from "./received.ts";
import { samples } from "./samples.ts";

const sampleTime = new Date("2026-11-15T04:00:00.250Z").getTime();

/** The text of a value: its own, or that of an element, which formats from XML write as `{ "#text": … }`. */
function textOf(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  return typeof value === "object" && value !== null && "#text" in value ? textOf(value["#text"]) : "";
}

/** The plates that a payload may be read as: its own, or exactly what was put in its place. */
function possiblePlates(replacement: unknown): string[] {
  const put = textOf(replacement);
  return ["MH01AB1234", put, toAscii(put), Buffer.from(put, "base64").toString()].map(normalizeIdentifier);
}

/** No plate but its own, and no time but its own: what is neither timed nor marked as untimed would open a gate. */
function staysRight({ pushed, replacement }: Mutation, format: string): void {
  const understood = received(pushed);
  expect(understood.detail).toEqual(expect.any(String));
  for (const detection of understood.ok ? understood.detections : []) {
    if (detection.kind !== "plate") throw new Error(`a plate became a ${detection.kind}`);
    expect(possiblePlates(replacement)).toContain(normalizeIdentifier(detection.plate));
    expect(detection.plate.trim()).not.toBe("");
    expect(detection.images.every(({ bytes }) => bytes.length > 0)).toBe(true);
    // Gatehouse JSON may omit its time if it has an id: see docs/devices.md.
    if (detection.at === null) expect(detection.isUntimed === true || format === "Gatehouse JSON").toBe(true);
    const isReplacedTime = /\d/.test(JSON.stringify(replacement) ?? "");
    const ms = detection.at?.getTime() ?? Number.NaN;
    if (!Number.isNaN(ms) && !isReplacedTime) expect(Math.abs(ms - sampleTime)).toBeLessThan(2_500);
  }
}

// The long run tries more.
const numRuns = process.env.TEST_RUN === "long" ? 300 : 30;

describe("a mutated payload", () => {
  it.each(samples)(
    "FEED-5 of %s never throws, and is never read as another plate or another time",
    (format, pushed) => {
      fc.assert(
        fc.property(mutationsOf(pushed), (mutation) => staysRight(mutation, format)),
        { numRuns },
      );
    },
  );
});
