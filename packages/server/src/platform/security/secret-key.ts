import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFileMode } from "../private-files.ts";
import { errorReason, StartupError } from "../startup-error.ts";

const keyBytes = 32;

/** The secret of an installation, from which all signing and encryption keys are derived. */
export interface SecretKey {
  derive(purpose: string): Uint8Array;
}

/** Loads the key from the environment, or else from a file in the data folder, which is created if missing. */
export function loadSecretKey(given: Buffer | undefined, dataDir: string): SecretKey {
  return toSecretKey(given ?? keyFromFile(keyPath(dataDir)));
}

/** The same, but fails if the file is missing. */
export function loadExistingSecretKey(given: Buffer | undefined, dataDir: string): SecretKey {
  return toSecretKey(loadKeyBytes(given, dataDir));
}

/** The bytes of the key, for a backup. */
export function loadKeyBytes(given: Buffer | undefined, dataDir: string): Buffer {
  const path = keyPath(dataDir);
  const secret = given ?? readKey(path);
  if (secret) return secret;
  throw new StartupError(`DATA_DIR: the key file ${path} is missing: set DATA_DIR or SECRET_KEY as for the server.`);
}

/** Stores the key of a backup in an empty data folder. */
export function saveKeyBytes(secret: Buffer, dataDir: string): void {
  createKey(keyPath(dataDir), secret);
}

const keyPath = (dataDir: string) => join(dataDir, "secret.key");

const toSecretKey = (secret: Buffer): SecretKey => ({
  derive: (purpose) => new Uint8Array(hkdfSync("sha256", secret, "gatehouse", purpose, keyBytes)),
});

function keyFromFile(path: string): Buffer {
  const secret = readKey(path) ?? createKey(path);
  if (secret.length === keyBytes) return secret;
  // With a damaged key, nothing could be decrypted, and encrypted data would be lost unnoticed.
  throw new StartupError(
    `DATA_DIR: the key file ${path} has ${secret.length} bytes instead of ${keyBytes}: restore it from a backup, or delete it to create a new one and then issue new device secrets and enter device passwords again.`,
  );
}

function readKey(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartupError(`DATA_DIR: the key file ${path} cannot be read (${errorReason(error)}).`);
  }
}

/** Creates the file atomically: a power failure must not leave an empty key. */
function createKey(path: string, secret: Buffer = randomBytes(keyBytes)): Buffer {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, secret, { mode: privateFileMode, flag: "wx", flush: true });
    moveToNew(draft, path);
    return secret;
  } catch (error) {
    // Another process that shares the folder may have created the key at the same time.
    const existing = readKey(path);
    if (existing) return existing;
    throw new StartupError(`DATA_DIR: the key file ${path} cannot be written (${errorReason(error)}).`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Does not replace an existing file, except on file systems without hard links. */
function moveToNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    renameSync(draft, path);
  }
}
