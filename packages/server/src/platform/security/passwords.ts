import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// The library's default algorithm is argon2id; the cost is OWASP's recommendation: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with its salt and cost, as one text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Checks a password; without a hash it takes as long and says no, so that nobody learns which names exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no such person");
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}

const readable = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password that can be read from a terminal and typed without doubt: four groups of four, no look-alikes. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => readable[randomInt(readable.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
