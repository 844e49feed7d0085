import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// The library's default algorithm is argon2id. OWASP recommends 19 MiB, two passes and a parallelism of one.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the argon2id hash with its salt and cost in one string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Checks a password. Takes equally long without a stored hash, so that response times don't reveal which users exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no such user");
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}

const unambiguous = "abcdefghjkmnpqrstuvwxyz23456789";

/** Generates a password that is easy to read and type: four groups of four characters, none ambiguous. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => unambiguous[randomInt(unambiguous.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
