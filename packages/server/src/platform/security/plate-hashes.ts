import { createHmac, randomBytes } from "node:crypto";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { SecretKey } from "./secret-key.ts";

/** Replaces plates by keyed hashes: equal plates get equal hashes, and only this installation can compute them. */
export interface PlateHashes {
  hash(plate: string): string;
}

/** No normalized plate starts with it, so a hash is never taken for a plate. */
export const hashMark = "#";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const hashLength = 16;

/** 5 bits of each byte. */
const toText = (bytes: Uint8Array) =>
  hashMark + Array.from(bytes.subarray(0, hashLength), (byte) => alphabet[byte % alphabet.length]).join("");

export function createPlateHashes(key: SecretKey): PlateHashes {
  const secret = key.derive("plates");
  return { hash: (plate) => toText(createHmac("sha256", secret).update(normalizeIdentifier(plate)).digest()) };
}

/** Stands for an erased plate; it can't be computed from the plate. */
export const createErasedPlate = (): string => toText(randomBytes(hashLength));
