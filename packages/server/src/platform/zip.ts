import { type ZipEntry, zipStream } from "./zip-stream.ts";

/** A file in a ZIP file that fits in memory. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Creates a ZIP file while it is read; a part is loaded when the one before it was written. */
export const createZip = (parts: AsyncIterable<ZipPart> | Iterable<ZipPart>, at: Date): AsyncGenerator<Uint8Array> =>
  zipStream(toEntries(parts), at);

async function* toEntries(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<ZipEntry> {
  for await (const { name, bytes } of parts)
    yield { name, content: once(bytes), isCompressible: !name.endsWith(".jpg") };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
