import { describe, expect, it } from "vitest";
import { isWeakPin, newPin, personSwitch, pinLimits, pinPattern, weakPin } from "../src/entities/auth/pin.ts";
import { validate } from "../src/validation.ts";

const errorOf = (pin: unknown) => validate(newPin, { pin }).errors[0]?.message;
const digits = [...Array(10).keys()];
const lengths = digits.filter((length) => length >= pinLimits.minDigits && length <= pinLimits.maxDigits);

/** Every PIN of a length that starts with a digit and continues in a step. */
const inSteps = (step: number) =>
  lengths.flatMap((length) =>
    digits.map((start) => Array.from({ length }, (_, index) => (start + index * step + 10 * length) % 10).join("")),
  );

describe("a new PIN", () => {
  it.each(["2580", "73914", "902471", "48151623", "1122", "1235", "4322"])("AUTH-14 can be %s", (pin) => {
    expect(errorOf(pin)).toBeUndefined();
  });

  it.each([
    ["nothing", "", "Required"],
    ["three digits", "258", "Use 4 to 8 digits"],
    ["nine digits", "258013579", "Use 4 to 8 digits"],
    ["letters", "25a0", "Use 4 to 8 digits"],
    ["digits of another script", "٢٥٨٠", "Use 4 to 8 digits"],
    ["a sign", "-258", "Use 4 to 8 digits"],
    ["a line break", "2580\n", "Use 4 to 8 digits"],
    ["a number instead of a text", 2580, "Required"],
  ])("AUTH-14 can't be %s", (_, pin, message) => {
    expect(errorOf(pin)).toBe(message);
  });

  it.each([
    ["one digit repeated", 0],
    ["digits that count up", 1],
    ["digits that count down", -1],
  ])("AUTH-14 can't be %s, of any length and from any start", (_, step) => {
    expect(inSteps(step).filter((pin) => errorOf(pin) !== weakPin)).toEqual([]);
  });

  it("AUTH-14 refuses no more than these: 30 PINs of each length", () => {
    const all = Array.from({ length: 10 ** pinLimits.minDigits }, (_, pin) =>
      String(pin).padStart(pinLimits.minDigits, "0"),
    );
    expect(all.filter((pin) => pinPattern.test(pin) && isWeakPin(pin))).toHaveLength(30);
  });
});

describe("switching to a person", () => {
  it("AUTH-14 accepts a weak PIN, which a later rule may forbid for new ones only", () => {
    expect(validate(personSwitch, { userId: 1, pin: "1234" }).errors).toEqual([]);
  });
});
