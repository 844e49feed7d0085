import { describe, expect, it } from "vitest";
import { formatEventReference, parseEventReference } from "../../src/reports/event-reference.ts";

describe("the reference of an event", () => {
  it("REP-2 is read as it was written", () => {
    const reference = { module: "anpr-ac", id: 9_007_199_254 };
    expect(parseEventReference(formatEventReference(reference))).toEqual(reference);
  });

  it.each(["", "anpr-ac", "anpr-ac/", "anpr-ac/x", "/12", "https://example.com/12"])(
    "REP-2 is not read from %j",
    (text) => {
      expect(parseEventReference(text)).toBeUndefined();
    },
  );
});
