import { type ZipEntry, zipStream } from "./zip-stream.ts";

/** A file in a ZIP file that fits in memory. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Creates a ZIP file while it is read; a part is loaded when the one before it was written. */
export const createZip = (
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  at: Date,
  { isCompressed }: { isCompressed: boolean },
): AsyncGenerator<Uint8Array> => zipStream(toEntries(parts, isCompressed), at);

async function* toEntries(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  isCompressed: boolean,
): AsyncGenerator<ZipEntry> {
  for await (const { name, bytes } of parts) {
    yield { name, content: once(bytes), isCompressible: isCompressed && !name.endsWith(".jpg") };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
