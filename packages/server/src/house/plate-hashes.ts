import { randomBytes } from "node:crypto";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { Services } from "../platform/services.ts";

/** No normalized plate starts with it, so a hash is never taken for a plate. */
export const hashMark = "#";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const hashLength = 16;

/** 5 bits of each byte. */
const toText = (bytes: Uint8Array) =>
  hashMark + Array.from(bytes.subarray(0, hashLength), (byte) => alphabet[byte % alphabet.length]).join("");

/** Stands for a plate after its retention: equal plates get equal hashes, and only this installation can compute them. */
export const hashPlate = (plate: string, keyedHash: Services["keyedHash"]): string =>
  toText(keyedHash(normalizeIdentifier(plate)));

/** Stands for an erased plate; it can't be computed from the plate. */
export const createErasedPlate = (): string => toText(randomBytes(hashLength));
