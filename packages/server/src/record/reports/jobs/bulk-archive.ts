import { createHash } from "node:crypto";
import { reportOf } from "@gatehouse/contract/reports/report-types";
import { type ZipEntry, zipStream } from "../../../platform/zip-stream.ts";
import type { ReportContent, TypedContent } from "../files/report-content.ts";
import { describeReport } from "../files/report-text.ts";
import { toFileName } from "./report-file-name.ts";
import type { ReportTask } from "./report-task.ts";

type Bytes = AsyncIterable<string | Uint8Array>;

/** The files of all types in one ZIP archive, with a manifest of their hashes. */
export const writeBulk = (
  contents: readonly TypedContent[],
  task: ReportTask,
  write: (report: ReportContent) => Bytes,
): AsyncGenerator<Uint8Array> => zipStream(listFiles(contents, task, write), task.meta.producedAt);

interface ManifestEntry {
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

async function* listFiles(
  contents: readonly TypedContent[],
  task: ReportTask,
  write: (report: ReportContent) => Bytes,
): AsyncGenerator<ZipEntry> {
  const files: ManifestEntry[] = [];
  for (const { type, content } of contents) {
    const name = toFileName(type, task.request.period, task.format);
    const hash = createHash("sha256");
    let bytes = 0;
    async function* measure(): AsyncGenerator<Uint8Array> {
      for await (const chunk of write(content)) {
        const written = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        hash.update(written);
        bytes += written.length;
        yield written;
      }
    }
    yield { name, content: measure(), isCompressible: task.format === "csv" };
    files.push({
      name,
      type,
      title: content.meta.title,
      rows: content.rowCount,
      bytes,
      sha256: hash.digest("hex"),
    });
  }
  yield textFile("manifest.json", `${JSON.stringify(toManifest(contents, task, files), null, 2)}\n`);
  // For sha256sum --check.
  yield textFile("SHA256SUMS", files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""));
}

function toManifest(contents: readonly TypedContent[], { leftOut }: ReportTask, files: readonly ManifestEntry[]) {
  const [first] = contents;
  const about = first ? Object.fromEntries(describeReport(first.content).filter(([title]) => title !== "Rows")) : {};
  return { about, files, leftOut: leftOut.map((type) => ({ type, title: reportOf(type).title })) };
}

const textFile = (name: string, text: string): ZipEntry => ({ name, content: toChunks(text), isCompressible: true });

async function* toChunks(text: string): AsyncGenerator<string> {
  yield text;
}
