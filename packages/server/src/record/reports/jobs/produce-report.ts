import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type ReportFormat, reportLimits } from "@gatehouse/contract/reports/report";
import { reportColumns } from "@gatehouse/contract/reports/report-columns";
import { type ReportCode, reportOf } from "@gatehouse/contract/reports/report-types";
import { sql } from "kysely";
import type { Pacing } from "../../../access/pacing.ts";
import { openImageStore } from "../../../house/open-image-store.ts";
import type { Database, ReadDb } from "../../../platform/database/database.ts";
import { privateFileMode } from "../../../platform/private-files.ts";
import { type ZipEntry, zipStream } from "../../../platform/zip-stream.ts";
import { writeCsv } from "../files/csv-writer.ts";
import type { ReportContent, TypedContent } from "../files/report-content.ts";
import { describeReport } from "../files/report-text.ts";
import { writeXlsx } from "../files/xlsx-writer.ts";
import { withReportSnapshot } from "../report-snapshot.ts";
import type { ReportRow } from "../report-source.ts";
import { findReportSource } from "../report-sources.ts";
import { toFileName } from "./report-file-name.ts";
import type { ProducedReport, ReportTask } from "./report-task.ts";

/** The process that started the thread watches the picture store and logs its faults. */
const quiet = { warn() {} };

type Bytes = AsyncIterable<string | Uint8Array>;

/** Rows between two pauses: few, because zipping them takes a while. */
const rowsPerPiece = 50;

/** pdfmake takes long to load. */
async function* writePdfLazily(report: ReportContent): AsyncGenerator<Uint8Array> {
  const { writePdf } = await import("../files/pdf-writer.ts");
  yield* writePdf(report);
}

const writers: Record<ReportFormat, (report: ReportContent) => Bytes> = {
  csv: writeCsv,
  xlsx: (report) => writeXlsx(report),
  pdf: writePdfLazily,
};

/** What happens between two batches of rows. */
export interface ProducingSteps {
  onProgress(progress: number): void;
  readonly pacing: Pacing;
}

/** Writes the file of a report. All types of a Bulk Report show the same state of the database. */
export const produceReport = (db: Database, task: ReportTask, steps: ProducingSteps): Promise<ProducedReport> =>
  withReportSnapshot(db, async (snapshot) => {
    // Sorting a year may take minutes, and so may writing what was read.
    await sql`set local statement_timeout = '15min'`.execute(snapshot);
    await sql`set local idle_in_transaction_session_timeout = '15min'`.execute(snapshot);
    const contents = await loadContents(snapshot, task, steps);
    const rowCount = contents.reduce((sum, { content }) => sum + content.rowCount, 0);
    const write = writers[task.format];
    const [first] = contents;
    if (!first) throw new Error("a report has at least one type");
    const file = task.isBulk ? writeBulk(contents, task, write) : write(first.content);
    return { rowCount, ...(await saveFile(task.path, file)) };
  });

async function loadContents(snapshot: ReadDb, task: ReportTask, steps: ProducingSteps): Promise<TypedContent[]> {
  const { request, types, meta, format, imagePlace } = task;
  const images = imagePlace && openImageStore(imagePlace, quiet).store;
  const loaded: (Pick<ReportContent, "rowCount" | "rows" | "totals"> & { type: ReportCode })[] = [];
  for (const type of types) {
    const source = findReportSource(type);
    if (!source) throw new Error(`the report type ${type} has no source`);
    const rowCount = await source.count(snapshot, request);
    loaded.push({
      type,
      rowCount,
      totals: await source.totals(snapshot, request),
      rows: source.rows(snapshot, request),
    });
    await steps.pacing.wait();
  }
  const writtenRows = (count: number) => (format === "pdf" ? Math.min(count, reportLimits.maxPdfRows) : count);
  const all = loaded.reduce((sum, { rowCount }) => sum + writtenRows(rowCount), 0);
  let done = 0;
  const onRows = (count: number) => {
    done += count;
    steps.onProgress(all === 0 ? 0 : Math.min(1, done / all));
  };
  return loaded.map(({ type, rowCount, totals, rows }) => ({
    type,
    content: {
      meta: { ...meta, title: reportOf(type).title },
      columns: reportColumns[type],
      rows: toPieces(rows, onRows, steps.pacing),
      rowCount,
      totals,
      loadPicture: async (name) => {
        // A picture that can't be reached is left out, like one that was deleted.
        const image = await images?.read(name, "small").catch(() => undefined);
        return image && buffer(image).catch(() => undefined);
      },
    },
  }));
}

/** The rows in small pieces, with pauses between them. */
async function* toPieces(
  batches: AsyncIterable<readonly ReportRow[]>,
  onRows: (count: number) => void,
  pacing: Pacing,
): AsyncGenerator<readonly ReportRow[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += rowsPerPiece) {
      const piece = batch.slice(start, start + rowsPerPiece);
      yield piece;
      onRows(piece.length);
      await pacing.wait();
    }
  }
}

/** Saves a file while it is produced; returns its size and hash. */
async function saveFile(path: string, content: Bytes): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* measure(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(content, { objectMode: false });
  await pipeline(source, measure, createWriteStream(path, { mode: privateFileMode, flush: true }));
  return { bytes, sha256: hash.digest("hex") };
}

/** The files of all types in one ZIP archive, with a manifest of their hashes. */
const writeBulk = (
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
