import { ZipFile } from "yazl";

/** A file in a ZIP file. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Creates a ZIP file from parts, while it is read. */
export async function* createZip(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & { destroy(error?: Error): void };
  // Added one after another: the next part is loaded when the previous one was written.
  const added = (async () => {
    for await (const { name, bytes } of parts) zip.addBuffer(Buffer.from(bytes), name, { mtime: at });
    zip.end();
  })();
  added.catch((error: unknown) => output.destroy(error as Error));
  for await (const chunk of output) yield chunk as Uint8Array;
  await added;
}
