import { clockDiffers } from "@gatehouse/contract/entities/auth/second-factor.messages";
import { describe, expect, it } from "vitest";
import {
  createTotpSecret,
  findTotpStep,
  toBase32,
  totpCode,
  totpStep,
  totpUri,
} from "../../../src/people/auth/totp.ts";

/** The secret of RFC 6238, appendix B. */
const secret = toBase32(Buffer.from("12345678901234567890"));

describe("codes of authenticator apps", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("AUTH-11 match RFC 6238 at %i s", (seconds, expected) => {
    const step = totpStep(new Date(seconds * 1_000));
    expect(totpCode(secret, step, 8)).toBe(expected);
    expect(totpCode(secret, step)).toBe(expected.slice(2));
  });

  it("AUTH-11 are found in the steps around the current one only", () => {
    const code = totpCode(secret, 1_000);
    expect(findTotpStep(secret, code, 1_001, 1)).toBe(1_000);
    expect(findTotpStep(secret, code, 999, 1)).toBe(1_000);
    expect(findTotpStep(secret, code, 1_002, 1)).toBeUndefined();
    expect(findTotpStep(secret, "12345", 1_000, 1)).toBeUndefined();
  });

  it("AUTH-11 secrets are random and have 160 bits", () => {
    const secrets = Array.from({ length: 20 }, createTotpSecret);
    expect(new Set(secrets).size).toBe(20);
    for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("AUTH-11 the QR code names the product and the person", () => {
    expect(totpUri("ABC", "a@b", "Gatehouse")).toBe("otpauth://totp/Gatehouse:a%40b?secret=ABC&issuer=Gatehouse");
  });

  it.each([
    [-6, "The code of your phone is 3 minutes behind: check its clock"],
    [2, "The code of your phone is 1 minute ahead: check its clock"],
    [20, "The code of your phone is 10 minutes ahead: check its clock"],
  ])("AUTH-11 a difference of %i steps is named in minutes", (steps, message) => {
    expect(clockDiffers(steps)).toBe(message);
  });
});
