import { createHash, randomBytes } from "node:crypto";

const keyBytes = 32;

/** Creates a key that can't be guessed, with a prefix that tells what it is for. */
export const createRandomKey = (prefix: string): string => `${prefix}${randomBytes(keyBytes).toString("base64url")}`;

/** The hash under which a key is stored. Keys have 256 random bits, so a fast hash is as safe as a slow one. */
export const hashRandomKey = (key: string): string => createHash("sha256").update(key).digest("base64url");
