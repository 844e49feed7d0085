import { createHash, type Hash } from "node:crypto";
import { text } from "node:stream/consumers";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { privateFileMode } from "../../platform/private-files.ts";
import { BackupError, changed, incomplete } from "./backup-error.ts";
import { toWebStream } from "./web-stream.ts";

/** A file that is read from a backup. Its content must be read before the next file, or not at all. */
export interface StoredFile {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ArchiveFile extends StoredFile {
  readonly size: number;
}

/** The documents of a backup. Tables, pictures and reports are files in folders. */
export const documentPaths = { manifest: "manifest.json", key: "secret.key", summary: "summary.json" } as const;

/** The path of some rows of a table. */
export const tablePath = (table: string, part: number): string => `tables/${table}/${part}.copy.gz`;

/** The table of a path; undefined if it is another file. */
export const tableOf = (path: string): string | undefined => /^tables\/([^/]+)\/\d+\.copy\.gz$/.exec(path)?.[1];

/** The last file: a SHA-256 of all others, because tar has no checksum of contents. */
const checksumPath = "checksum";

/** A file whose content is in memory. */
export const toArchiveFile = (path: string, content: Uint8Array): ArchiveFile => ({
  path,
  size: content.length,
  content: once(content),
});

export const toDocument = (path: string, document: object): ArchiveFile =>
  toArchiveFile(path, Buffer.from(JSON.stringify(document)));

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Writes files into a tar archive. */
export function packArchive(files: AsyncIterable<ArchiveFile>, mtime: Date): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const hash = createHash("sha256");
  const add = ({ path: name, size, content }: ArchiveFile) =>
    toWebStream(content).pipeTo(controller.add({ name, size, mtime, mode: privateFileMode }));

  async function pack(): Promise<void> {
    for await (const file of files) await add(hashFile(file, hash));
    await add(toArchiveFile(checksumPath, Buffer.from(hash.digest("hex"))));
    controller.finalize();
  }

  pack().catch((error: unknown) => controller.error(error));
  return readable;
}

/** Reads the files of a tar archive, and checks at the end that nothing is damaged or missing. */
export async function* unpackArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StoredFile> {
  const hash = createHash("sha256");
  let checksum: string | undefined;
  const entries = toWebStream(bytes).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of describeErrors(entries)) {
    const content = describeErrors(body);
    if (header.name === checksumPath) {
      checksum = await text(content);
      continue;
    }
    const file = hashFile({ path: header.name, size: header.size, content }, hash);
    yield file;
    for await (const _ of file.content) {
      // Skips to the next file.
    }
  }
  if (checksum === undefined) throw incomplete();
  if (checksum !== hash.digest("hex")) throw changed();
}

function hashFile({ path, size, content }: ArchiveFile, hash: Hash): ArchiveFile {
  async function* hashed(): AsyncGenerator<Uint8Array> {
    hash.update(`${path} ${size}\n`);
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { path, size, content: hashed() };
}

async function* describeErrors<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw (error as Error).message === "Tar archive is truncated." ? incomplete() : changed();
  }
}
