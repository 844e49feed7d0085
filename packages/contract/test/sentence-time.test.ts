import { expect, it } from "vitest";
import { sentenceTime, withTimes } from "../src/fields/time.ts";

const hour = (at: Date) => `${at.getUTCHours()} o'clock`;

it("EVT-2 a time in a text is formatted for display", () => {
  const sentence = `Open from ${sentenceTime(new Date("2026-03-10T09:00:00Z"))} to ${sentenceTime(new Date("2026-03-10T14:00:00Z"))}`;
  expect(withTimes(sentence, hour)).toBe("Open from 9 o'clock to 14 o'clock");
});

it.each(["Plate not registered", "Expired on 2026-99-99T00:00:00.000Z", "Valid identifier 2026-03-10"])(
  "EVT-2 other text stays as it is: %s",
  (sentence) => {
    expect(withTimes(sentence, hour)).toBe(sentence);
  },
);

it("EVT-2 a time beyond the year 9999 is still found", () => {
  expect(withTimes(`Valid until ${sentenceTime(new Date(253_402_300_800_000))}`, hour)).toBe("Valid until 0 o'clock");
});
