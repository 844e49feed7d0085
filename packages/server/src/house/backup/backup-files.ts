import { createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { privateFileMode, privateFolderMode } from "../../platform/private-files.ts";
import { fileOf } from "../images/image-names.ts";
import type { ArchiveFile, StoredFile } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { dumpSharedPictures, type SharedPictures } from "./shared-pictures.ts";

const sizes = ["whole", "small"] as const;
const reportName = /^\d+$/;
const restoredPath = /^(images\/\d{8}\/[0-9a-f]{64}(-small)?\.jpg|reports\/\d+)$/;

/** Both sizes of each picture; none if its retention ended meanwhile. */
export async function* dumpPictures(
  dataDir: string,
  names: AsyncIterable<string>,
  store: SharedPictures | null,
): AsyncGenerator<ArchiveFile> {
  const files = listPictureFiles(names);
  if (store) yield* dumpSharedPictures(dataDir, files, store);
  else for await (const file of files) yield* dumpFile(dataDir, file);
}

async function* listPictureFiles(names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) {
    const files = sizes.map((size) => fileOf(name, size)).filter((file) => file !== undefined);
    yield* files.map((file) => `images/${file}`);
  }
}

/** The files of produced reports, without unfinished ones. */
export async function* dumpReports(dataDir: string): AsyncGenerator<ArchiveFile> {
  const names = await readdir(join(dataDir, "reports")).catch(() => []);
  for (const name of names.filter((each) => reportName.test(each)).sort()) yield* dumpFile(dataDir, `reports/${name}`);
}

async function* dumpFile(dataDir: string, path: string): AsyncGenerator<ArchiveFile> {
  // Opened before it is announced: a file that is deleted meanwhile stays readable.
  const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file) yield { path, size: (await file.stat()).size, content: file.createReadStream() };
}

/** Writes a file of a backup into the data folder, where it has the same path. */
export async function restoreFile(dataDir: string, { path, content }: StoredFile): Promise<void> {
  if (!restoredPath.test(path)) throw new BackupError(`The backup contains a file with the unexpected name "${path}".`);
  const target = join(dataDir, path);
  await mkdir(dirname(target), { recursive: true, mode: privateFolderMode });
  await pipeline(content, createWriteStream(target, { flags: "wx", mode: privateFileMode }));
}
