import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { BackupError } from "./backup-error.ts";
import { createKey, type KeyDerivation, openKey } from "./backup-key.ts";
import { createByteReader } from "./byte-reader.ts";

/** The readable beginning of a backup file. */
export interface BackupHeader {
  readonly createdAt: string;
  /** The Gatehouse version that created it. */
  readonly version: string;
  /** Null if the file is not encrypted. */
  readonly encryption: KeyDerivation | null;
}

/** The argument of the restore command that accepts an unencrypted file although a passphrase is set. */
export const allowUnencryptedFlag = "--allow-unencrypted";

const magic = "GATEHOUSE BACKUP 1";
const maxHeaderBytes = 4_096;
const chunkBytes = 262_144;
const lastBit = 0x8000_0000;
const tagBytes = 16;
const lengthBytes = 4;
const changed = "The backup is damaged or was changed";

/** Encrypts or authenticates one chunk after the other; each depends on its position and on whether it is the last. */
interface ChunkSeal {
  seal(payload: Buffer, isLast: boolean): { sealed: Buffer; tag: Buffer };
  /** Undefined if the tag doesn't match. */
  open(sealed: Buffer, tag: Buffer, isLast: boolean): Buffer | undefined;
}

/** Writes the header, then the content in chunks of which none can be changed, moved or left out unnoticed. */
export async function* sealBackup(
  content: AsyncIterable<Uint8Array>,
  about: Omit<BackupHeader, "encryption">,
  passphrase: string | null,
  keyCost?: number,
): AsyncGenerator<Buffer> {
  const created = passphrase === null ? undefined : await createKey(passphrase, keyCost);
  const header: BackupHeader = { ...about, encryption: created?.derivation ?? null };
  const head = toHead(header);
  yield head;
  const chunkSeal = createChunkSeal(head, created?.key);
  const reader = createByteReader(content);
  let payload = await reader.read(chunkBytes);
  for (let isLast = false; !isLast; ) {
    const next = await reader.read(chunkBytes);
    isLast = next.length === 0;
    const { sealed, tag } = chunkSeal.seal(payload, isLast);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE((sealed.length + (isLast ? lastBit : 0)) >>> 0);
    yield Buffer.concat([length, sealed, tag]);
    payload = next;
  }
}

const toHead = (header: BackupHeader) => Buffer.from(`${magic}\n${JSON.stringify(header)}\n`);

/** Opens a backup: reads its header and checks the passphrase. The content fails as soon as a chunk is wrong. */
export async function openBackup(
  file: AsyncIterable<Uint8Array>,
  passphrase: string | null,
  allowsUnencrypted = false,
): Promise<{ header: BackupHeader; content: AsyncGenerator<Buffer> }> {
  const reader = createByteReader(file);
  if ((await reader.readLine(magic.length)) !== magic) throw new BackupError("The file is not a backup of Gatehouse.");
  const text = (await reader.readLine(maxHeaderBytes)) ?? "";
  const header = parseHeader(text);
  const key = await findKey(header, passphrase, allowsUnencrypted);
  const chunkSeal = createChunkSeal(Buffer.from(`${magic}\n${text}\n`), key);

  async function* content(): AsyncGenerator<Buffer> {
    for (let number = 1, isLast = false; !isLast; number += 1) {
      const prefix = await reader.read(lengthBytes);
      if (prefix.length < lengthBytes) throw new BackupError("The backup is incomplete: its end is missing.");
      const value = prefix.readUInt32BE();
      isLast = value >= lastBit;
      const length = isLast ? value - lastBit : value;
      if (length > chunkBytes) throw new BackupError(`${changed} (part ${number}).`);
      const sealed = await reader.read(length);
      const tag = await reader.read(tagBytes);
      if (tag.length < tagBytes) throw new BackupError("The backup is incomplete: its end is missing.");
      const payload = chunkSeal.open(sealed, tag, isLast);
      if (!payload) throw new BackupError(`${changed} (part ${number}).`);
      yield payload;
    }
    if ((await reader.read(1)).length > 0) throw new BackupError(`${changed} (more data after its end).`);
  }

  return { header, content: content() };
}

function parseHeader(text: string): BackupHeader {
  try {
    const { createdAt, version, encryption } = JSON.parse(text);
    if (typeof createdAt === "string" && typeof version === "string" && typeof encryption === "object")
      return { createdAt, version, encryption };
  } catch {
    // Refused below.
  }
  throw new BackupError(`${changed} (its header).`);
}

async function findKey(
  { encryption }: BackupHeader,
  passphrase: string | null,
  allowsUnencrypted: boolean,
): Promise<Buffer | undefined> {
  if (encryption === null) {
    if (passphrase === null || allowsUnencrypted) return undefined;
    throw new BackupError(
      `The backup is not encrypted, although BACKUP_PASSPHRASE or BACKUP_KEY_FILE is set: it may have been replaced. If you trust the file, restore it with ${allowUnencryptedFlag}.`,
    );
  }
  if (passphrase === null) {
    throw new BackupError("The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.");
  }
  const key = await openKey(passphrase, encryption);
  if (!key) throw new BackupError("The passphrase or key file is not the one that the backup was encrypted with.");
  return key;
}

function createChunkSeal(head: Buffer, key: Buffer | undefined): ChunkSeal {
  const headHash = createHash("sha256").update(head).digest();
  return key === undefined ? createHashSeal(headHash) : createCipherSeal(headHash, key);
}

/** AES-256-GCM. The nonce counts the chunks, because no key is used for two files. */
function createCipherSeal(head: Buffer, key: Buffer): ChunkSeal {
  let number = 0;
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(number), 3);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    number += 1;
    return nonce;
  };
  return {
    seal: (payload, isLast) => {
      const cipher = createCipheriv("aes-256-gcm", key, nextNonce(isLast)).setAAD(head);
      return { sealed: Buffer.concat([cipher.update(payload), cipher.final()]), tag: cipher.getAuthTag() };
    },
    open: (sealed, tag, isLast) => {
      const decipher = createDecipheriv("aes-256-gcm", key, nextNonce(isLast), { authTagLength: tagBytes });
      decipher.setAAD(head).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(sealed), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** A chain of hashes: detects damage, but not somebody who computes them again. */
function createHashSeal(head: Buffer): ChunkSeal {
  let previous = head;
  const nextTag = (payload: Buffer, isLast: boolean) => {
    previous = createHash("sha256")
      .update(previous)
      .update(Buffer.from([isLast ? 1 : 0]))
      .update(payload)
      .digest()
      .subarray(0, tagBytes);
    return previous;
  };
  return {
    seal: (payload, isLast) => ({ sealed: payload, tag: nextTag(payload, isLast) }),
    open: (sealed, tag, isLast) => (nextTag(sealed, isLast).equals(tag) ? sealed : undefined),
  };
}
