import { readFileSync } from "node:fs";
import { Decrypter, Encrypter } from "age-encryption";
import { minPassphraseLength, type Settings } from "../../platform/settings.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { BackupError, changed } from "./backup-error.ts";
import { toWebStream } from "./web-stream.ts";

// 128 MB and about half a second for each guess.
const usualWorkFactor = 17;

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

/** Encrypts with age. */
export async function* encrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor: number = usualWorkFactor,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize("NFC"));
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(toWebStream(content));
}

/** The first line of a file that is encrypted with age. */
export const ageLine = "age-encryption.org/v1\n";

/** Decrypts with age; fails as soon as a part of the file is damaged or was changed. */
export async function* decrypt(file: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize("NFC"));
  try {
    yield* await decrypter.decrypt(toWebStream(file));
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if ((error as Error).message === "no identity matched any of the file's recipients") throw wrongPassphrase();
    throw changed(", or its end is missing");
  }
}

export const wrongPassphrase = () =>
  new BackupError("The passphrase or key file is not the one that the backup was encrypted with.");
