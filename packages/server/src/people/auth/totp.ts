import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { assertFound } from "@gatehouse/contract/assert-found";
import { totpDigits, totpSecretLength, totpStepSeconds } from "@gatehouse/contract/entities/auth/second-factor";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const bitsPerCharacter = 5;

/** Encodes bytes as base32 (RFC 4648) without padding; their bits must be a multiple of five. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replaceAll(/.{5}/g, (group) => alphabet.charAt(Number.parseInt(group, 2)));
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from(
    assertFound(bits.match(/.{8}/g), "a secret without a byte").map((byte) => Number.parseInt(byte, 2)),
  );
}

/** A new secret for an authenticator app. */
export const createTotpSecret = (): string => toBase32(randomBytes((totpSecretLength * bitsPerCharacter) / 8));

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1_000 / totpStepSeconds);

/** The code of a time step (RFC 6238 with SHA-1, RFC 4226). */
export function totpCode(secret: string, step: number, digits: number = totpDigits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Finds the time step of a code, the nearest first, up to `maxSteps` before and after; undefined if none matches. */
export function findTotpStep(secret: string, code: string, step: number, maxSteps: number): number | undefined {
  const given = Buffer.from(code);
  const offsets = Array.from({ length: maxSteps + 1 }, (_, offset) => (offset === 0 ? [0] : [-offset, offset])).flat();
  return offsets
    .map((offset) => step + offset)
    .find((candidate) => {
      const expected = Buffer.from(totpCode(secret, candidate));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
