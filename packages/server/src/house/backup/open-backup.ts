import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { errorReason } from "../../platform/startup-error.ts";
import { type StoredFile, unpackArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { earlierFormatLine, openEarlierBackup } from "./earlier-format.ts";
import { ageLine, decrypt } from "./passphrase.ts";

/** A backup file and its passphrase. */
export interface BackupFile {
  readonly path: string;
  readonly passphrase: string | null;
  /** Accepts a file that is not encrypted although a passphrase is set. */
  readonly allowsUnencrypted?: boolean;
}

/** The argument of the restore command that accepts an unencrypted file although a passphrase is set. */
export const allowUnencryptedFlag = "--allow-unencrypted";

const startBytes = 512;
const tarMark = { text: "ustar", at: 257 };

/** Reads the files of a backup. Fails at the latest at the end of the file if anything is damaged or missing. */
export async function* openBackup(file: BackupFile): AsyncGenerator<StoredFile> {
  const start = await readStart(file.path);
  const bytes = readFile(file.path);
  if (start.startsWith(earlierFormatLine)) {
    yield* openEarlierBackup(bytes, (isEncrypted) => findPassphrase(file, isEncrypted));
    return;
  }
  const isEncrypted = start.startsWith(ageLine);
  if (!isEncrypted && !start.startsWith(tarMark.text, tarMark.at)) {
    throw new BackupError("The file is not a backup of Gatehouse.");
  }
  const passphrase = findPassphrase(file, isEncrypted);
  yield* unpackArchive(passphrase === null ? bytes : decrypt(bytes, passphrase));
}

/** The passphrase to decrypt a file with; null if it is not encrypted. */
function findPassphrase({ passphrase, allowsUnencrypted }: BackupFile, isEncrypted: boolean): string | null {
  if (isEncrypted && passphrase === null) {
    throw new BackupError("The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.");
  }
  if (isEncrypted) return passphrase;
  if (passphrase === null || allowsUnencrypted) return null;
  throw new BackupError(
    `The backup is not encrypted, although BACKUP_PASSPHRASE or BACKUP_KEY_FILE is set: it may have been replaced. If you trust the file, restore it with ${allowUnencryptedFlag}.`,
  );
}

async function readStart(path: string): Promise<string> {
  const start = await buffer(readFile(path, { end: startBytes - 1 }));
  return start.toString("latin1");
}

async function* readFile(path: string, options: { end?: number } = {}): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1_048_576, ...options });
  } catch (error) {
    throw new BackupError(`${path} can't be read (${errorReason(error)}).`);
  }
}
