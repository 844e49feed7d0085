import { hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const keyBytes = 32;

/** The one secret of an installation; everything that signs or encrypts derives its own key from it. */
export interface SecretKey {
  derive(purpose: string): Uint8Array;
}

/** The key from the environment, or from a file beside the data that only its owner can read. */
export function openSecretKey(given: Buffer | undefined, dataDir: string): SecretKey {
  const secret = given ?? keyFromFile(join(dataDir, "secret.key"));
  return {
    derive: (purpose) => new Uint8Array(hkdfSync("sha256", secret, "gatehouse", purpose, keyBytes)),
  };
}

function keyFromFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = randomBytes(keyBytes);
  writeFileSync(path, secret, { mode: 0o600, flag: "wx" });
  return secret;
}
