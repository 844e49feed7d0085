import { buffer } from "node:stream/consumers";
import { type Entry, fromBuffer } from "yauzl";

/** The files of a ZIP file by name, and the names that it has more than once. */
interface ZipContents {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly repeated: readonly string[];
}

/** Reads a whole ZIP file. */
export function readZip(bytes: Buffer): Promise<ZipContents> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      const files = new Map<string, Buffer>();
      const repeated: string[] = [];
      const read = (entry: Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure);
          buffer(stream).then((content) => {
            if (files.has(entry.fileName)) repeated.push(entry.fileName);
            else if (!entry.fileName.endsWith("/")) files.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        });
      zip.on("entry", read);
      zip.on("error", reject);
      zip.on("end", () => resolve({ files, repeated }));
      zip.readEntry();
    });
  });
}
