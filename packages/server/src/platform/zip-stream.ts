import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** False for contents that are compressed already. */
  readonly isCompressible: boolean;
}

// The middle levels take twice the time for a tenth of the size.
const compressionLevel = 3;

/** A ZIP archive whose files are produced one after the other while it is read; larger than 4 GiB if need be. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: unknown) => output.destroy(error as Error));
  let current: Readable | undefined;

  async function feed(): Promise<void> {
    for await (const { name, content, isCompressible } of entries) {
      const source = Readable.from(content, { objectMode: false });
      current = source;
      const isRead = new Promise<void>((resolve, reject) => source.once("end", resolve).once("error", reject));
      zip.addReadStream(source, name, isCompressible ? { mtime, compressionLevel } : { mtime, compress: false });
      await isRead;
    }
    zip.end();
  }

  const fed = feed().catch((error: unknown) => void output.destroy(error as Error));
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
    await fed;
  } finally {
    current?.destroy();
  }
}
