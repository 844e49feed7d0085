import { createDecipheriv, createHash, createHmac, scrypt, timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { documentPaths, type StoredFile, tablePath, toDocument } from "./archive.ts";
import { BackupError, changed, incomplete } from "./backup-error.ts";
import { unknownContent } from "./manifest.ts";
import { wrongPassphrase } from "./passphrase.ts";

// Early backups have a format of their own, which is only read: the line below, a line of JSON, then chunks of at most 256 KiB.
// Each chunk has its length before and its tag after it. The chunks contain entries: a line of JSON, blocks with their lengths,
// and a block of length 0.

/** The first line of a file in the earlier format. */
export const earlierFormatLine = "GATEHOUSE BACKUP 1\n";

const maxLineBytes = 4_096;
const maxChunkBytes = 262_144;
const maxBlockBytes = 16_777_216;
const lengthBytes = 4;
const lastBit = 0x8000_0000;
const tagBytes = 16;
const maxCost = 1_048_576;
const blockSize = 8;
const keyBytes = 32;

/** The second line. */
interface Header {
  readonly createdAt: string;
  readonly version: string;
  readonly encryption: Encryption | null;
}

interface Encryption {
  readonly kdf: string;
  readonly cost: number;
  readonly salt: string;
  /** Distinguishes a wrong passphrase from a damaged file. */
  readonly check: string;
}

type ByteReader = ReturnType<typeof createByteReader>;

/** Reads the files of a backup in the earlier format like those of an archive. */
export async function* openEarlierBackup(
  bytes: AsyncIterable<Uint8Array>,
  findPassphrase: (isEncrypted: boolean) => string | null,
): AsyncGenerator<StoredFile> {
  const reader = createByteReader(bytes);
  await reader.readLine();
  const line = await reader.readLine();
  const { createdAt, version, encryption } = parseLine<Header>(line) ?? { encryption: undefined };
  if (encryption === undefined) throw changed(" (its header)");
  const passphrase = findPassphrase(encryption !== null);
  const key = encryption && passphrase !== null ? await deriveKey(passphrase, encryption) : undefined;
  const head = createHash("sha256").update(`${earlierFormatLine}${line}\n`).digest();
  const openChunk = key ? createCipherOpener(head, key) : createHashOpener(head);
  yield* readEntries(readChunks(reader, openChunk), { createdAt, version });
}

/** Returns the content of a chunk; undefined if its tag is wrong. */
type OpenChunk = (sealed: Buffer, tag: Buffer, isLast: boolean) => Buffer | undefined;

async function* readChunks(reader: ByteReader, openChunk: OpenChunk): AsyncGenerator<Buffer> {
  for (let number = 1, isLast = false; !isLast; number += 1) {
    const prefix = await reader.read(lengthBytes);
    if (prefix.length < lengthBytes) throw incomplete();
    const value = prefix.readUInt32BE();
    isLast = value >= lastBit;
    const length = isLast ? value - lastBit : value;
    if (length > maxChunkBytes) throw changed(` (part ${number})`);
    const sealed = await reader.read(length);
    const tag = await reader.read(tagBytes);
    if (tag.length < tagBytes) throw incomplete();
    const content = openChunk(sealed, tag, isLast);
    if (!content) throw changed(` (part ${number})`);
    yield content;
  }
  if ((await reader.read(1)).length > 0) throw changed(" (more data after its end)");
}

/** AES-256-GCM. The nonce is the number of the chunk and whether it is the last. */
function createCipherOpener(head: Buffer, key: Buffer): OpenChunk {
  let number = 0n;
  return (sealed, tag, isLast) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(number, 3);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    number += 1n;
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(head).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      return undefined;
    }
  };
}

/** A chain of hashes. */
function createHashOpener(head: Buffer): OpenChunk {
  let previous = head;
  return (content, tag, isLast) => {
    const hash = createHash("sha256")
      .update(previous)
      .update(Buffer.from([isLast ? 1 : 0]));
    previous = hash.update(content).digest().subarray(0, tagBytes);
    return previous.equals(tag) ? content : undefined;
  };
}

async function deriveKey(passphrase: string, { kdf, cost: N, salt, check }: Encryption): Promise<Buffer> {
  if (kdf !== "scrypt" || !Number.isInteger(N) || N > maxCost || N <= 1) {
    throw new BackupError("The backup is encrypted in a way that this version doesn't know.");
  }
  const key = await new Promise<Buffer>((resolve, reject) => {
    const options = { N, r: blockSize, p: 1, maxmem: 2 * 128 * N * blockSize };
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), keyBytes, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
  const found = createHmac("sha256", key).update("gatehouse backup key").digest();
  const expected = Buffer.from(check, "base64");
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) throw wrongPassphrase();
  return key;
}

async function* readEntries(
  chunks: AsyncIterable<Buffer>,
  about: Partial<Omit<Header, "encryption">>,
): AsyncGenerator<StoredFile> {
  const reader = createByteReader(chunks);
  for (let line = await reader.readLine(); line !== undefined; line = await reader.readLine()) {
    let isRead = false;

    async function* blocks(): AsyncGenerator<Buffer> {
      while (!isRead) {
        const length = (await reader.read(lengthBytes)).readUInt32BE();
        if (length > maxBlockBytes) throw unknownContent();
        isRead = length === 0;
        if (!isRead) yield await reader.read(length);
      }
    }

    const { kind, name } = parseLine<{ kind: string; name: string }>(line) ?? {};
    const toFile = Object.hasOwn(fileOfKind, `${kind}`) ? fileOfKind[kind as keyof typeof fileOfKind] : undefined;
    if (!toFile) throw unknownContent();
    yield await toFile(`${name}`, blocks(), about);
    for await (const _ of blocks()) {
      // Skips to the next entry.
    }
  }
}

type ToFile = (name: string, content: AsyncIterable<Buffer>, about: object) => StoredFile | Promise<StoredFile>;

/** The files of an archive that the kinds of entries are today. Tables and documents are compressed. */
const fileOfKind = {
  manifest: async (_name, content, about) => {
    const { partitions, ...manifest } = await readDocument(content);
    const months = (partitions as { name: string }[]).map(({ name }) => name);
    return toDocument(documentPaths.manifest, { ...manifest, ...about, months });
  },
  table: (name, content) => ({ path: tablePath(name, 1), content }),
  picture: (name, content) => ({ path: `images/${name}`, content }),
  report: (name, content) => ({ path: `reports/${name}`, content }),
  key: (_name, content) => ({ path: documentPaths.key, content }),
  summary: async (_name, content) => toDocument(documentPaths.summary, await readDocument(content)),
} satisfies Record<string, ToFile>;

const readDocument = async (content: AsyncIterable<Buffer>) =>
  (await json(Readable.from(content).compose(createGunzip()))) as Record<string, unknown>;

function parseLine<T>(line: string | undefined): T | undefined {
  try {
    return JSON.parse(line ?? "") as T;
  } catch {
    return undefined;
  }
}

/** Reads exact numbers of bytes, and lines, from a stream of chunks. */
function createByteReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** Loads the next chunk; false at the end. */
  async function fill(): Promise<boolean> {
    const next = await chunks.next();
    if (!next.done) rest = Buffer.concat([rest, next.value]);
    return !next.done;
  }

  function take(length: number): Buffer {
    const part = rest.subarray(0, length);
    rest = rest.subarray(length);
    return part;
  }

  return {
    /** Reads fewer bytes only at the end of the stream. */
    read: async (length: number): Promise<Buffer> => {
      while (rest.length < length && (await fill()));
      return take(length);
    },
    /** Reads up to a line feed, which is left out; undefined if there is none. */
    readLine: async (): Promise<string | undefined> => {
      while (!rest.includes("\n") && rest.length < maxLineBytes && (await fill()));
      const end = rest.indexOf("\n");
      return end === -1 ? undefined : take(end + 1).toString("utf8", 0, end);
    },
  };
}
