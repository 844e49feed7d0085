import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { minPassphraseLength, type Settings } from "../platform/settings.ts";
import { errorReason } from "../platform/startup-error.ts";
import { BackupError } from "./backup-error.ts";

/** How the key of an encrypted backup is derived from its passphrase; part of the file's header. */
export interface KeyDerivation {
  readonly kdf: "scrypt";
  readonly cost: number;
  readonly salt: string;
  /** Tells a wrong passphrase from a damaged file. */
  readonly check: string;
}

// 128 MB and about half a second for each guess.
const usualCost = 131_072;
const maxCost = 1_048_576;
const blockSize = 8;
const keyBytes = 32;
const saltBytes = 16;

/** The passphrase of the settings; null if backups are not encrypted. */
export function loadPassphrase({ backupPassphrase, backupKeyFile }: Settings): string | null {
  if (backupKeyFile === null) return backupPassphrase;
  if (backupPassphrase !== null) {
    throw new BackupError("Set either BACKUP_PASSPHRASE or BACKUP_KEY_FILE, not both.");
  }
  const passphrase = readKeyFile(backupKeyFile);
  if (passphrase.length >= minPassphraseLength) return passphrase;
  throw new BackupError(
    `BACKUP_KEY_FILE: ${backupKeyFile} must contain at least ${minPassphraseLength} characters, for example the output of "openssl rand -base64 32".`,
  );
}

function readKeyFile(path: string): string {
  try {
    // An editor ends the file with a line feed.
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new BackupError(`BACKUP_KEY_FILE: ${path} can't be read (${errorReason(error)}).`);
  }
}

/** Derives the key of a new backup: each has a key of its own. */
export async function createKey(
  passphrase: string,
  cost: number = usualCost,
): Promise<{ key: Buffer; derivation: KeyDerivation }> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(passphrase, salt, cost);
  return { key, derivation: { kdf: "scrypt", cost, salt: salt.toString("base64"), check: checkOf(key) } };
}

/** Derives the key of an existing backup; undefined if the passphrase is wrong. */
export async function openKey(passphrase: string, derivation: KeyDerivation): Promise<Buffer | undefined> {
  const isSupported =
    derivation.kdf === "scrypt" &&
    Number.isInteger(derivation.cost) &&
    derivation.cost <= maxCost &&
    derivation.cost > 1;
  if (!isSupported) throw new BackupError("The backup is encrypted in a way that this version doesn't know.");
  const key = await deriveKey(passphrase, Buffer.from(derivation.salt, "base64"), derivation.cost);
  const [found, expected] = [Buffer.from(checkOf(key)), Buffer.from(derivation.check)];
  return found.length === expected.length && timingSafeEqual(found, expected) ? key : undefined;
}

const checkOf = (key: Buffer) => createHmac("sha256", key).update("gatehouse backup key").digest("base64");

const deriveKey = (passphrase: string, salt: Buffer, N: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { N, r: blockSize, p: 1, maxmem: 2 * 128 * N * blockSize };
    scrypt(passphrase.normalize("NFC"), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
