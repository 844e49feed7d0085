import { createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileOf } from "../images/image-names.ts";
import { privateFileMode, privateFolderMode } from "../platform/private-files.ts";
import type { ArchiveEntry, EntryKind } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { dumpSharedPictures, type SharedPictures } from "./shared-pictures.ts";

const sizes = ["whole", "small"] as const;
const reportName = /^\d+$/;

/** The files of a data folder that belong to the rows of its database. */
const fileFolders = { picture: "images", report: "reports" } as const;

type FileKind = keyof typeof fileFolders;

/** Whether an entry is a file. */
export const isFileKind = (kind: EntryKind): kind is FileKind => Object.hasOwn(fileFolders, kind);

/** Both sizes of each picture; none if its retention ended meanwhile. */
export async function* dumpPictures(
  dataDir: string,
  names: AsyncIterable<string>,
  store: SharedPictures | null,
): AsyncGenerator<ArchiveEntry> {
  const files = listPictureFiles(names);
  if (store) yield* dumpSharedPictures(join(dataDir, fileFolders.picture), files, store);
  else for await (const file of files) yield* dumpFile(dataDir, "picture", file);
}

async function* listPictureFiles(names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) yield* sizes.map((size) => fileOf(name, size)).filter((file) => file !== undefined);
}

/** The files of produced reports, without unfinished ones. */
export async function* dumpReports(dataDir: string): AsyncGenerator<ArchiveEntry> {
  const names = await readdir(join(dataDir, fileFolders.report)).catch(() => []);
  for (const name of names.filter((each) => reportName.test(each)).sort()) yield* dumpFile(dataDir, "report", name);
}

async function* dumpFile(dataDir: string, kind: FileKind, name: string): AsyncGenerator<ArchiveEntry> {
  // Opened before it is announced: a file that is deleted meanwhile stays readable.
  const file = await open(join(dataDir, fileFolders[kind], name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file) yield { kind, name, isCompressed: false, content: file.createReadStream() };
}

/** Writes a file of a backup into the data folder. */
export async function restoreFile(
  dataDir: string,
  kind: FileKind,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const isValid = kind === "picture" ? /^\d{8}\/[0-9a-f]{64}(-small)?\.jpg$/.test(name) : reportName.test(name);
  if (!isValid) throw new BackupError(`The backup contains a file with the unexpected name "${name}".`);
  const path = join(dataDir, fileFolders[kind], name);
  await mkdir(dirname(path), { recursive: true, mode: privateFolderMode });
  await pipeline(content, createWriteStream(path, { flags: "wx", mode: privateFileMode }));
}
