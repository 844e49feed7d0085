import { Worker } from "node:worker_threads";
import type { ReportFormat } from "@gatehouse/contract/reports/report";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import { countStoringBatches } from "../../../access/pacing.ts";
import type { Connection, Database } from "../../../platform/database/database.ts";
import type { ProducedReport, ReportMessage, ReportTask } from "./report-task.ts";

/** Produces a report in a worker thread; rejects with the reason if it fails or is cancelled. */
export type ProduceReport = (
  task: ReportTask,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<ProducedReport>;

/** Rows are streamed, so that a small heap is enough; a PDF is laid out in memory. */
const heapMb: Record<ReportFormat, number> = { csv: 96, xlsx: 96, pdf: 768 };
const youngHeapMb = 12;

/** Creates the function that produces reports, one thread for each. Tests use a smaller heap. */
export function createReportProducer(db: Database, maxHeapMb = heapMb): ProduceReport {
  const batches = countStoringBatches(db.pipelined);
  const { host, port, user, database, connectionString } = db.pool.options;
  const connection = (connectionString === undefined
    ? { host, port, user, database }
    : { connectionString }) as unknown as Connection;
  return (task, onProgress, signal) =>
    new Promise<ProducedReport>((resolve, reject) => {
      signal.throwIfAborted();
      const worker = new Worker(new URL("./report-worker.ts", import.meta.url), {
        workerData: { connection, batches, task },
        resourceLimits: { maxOldGenerationSizeMb: maxHeapMb[task.format], maxYoungGenerationSizeMb: youngHeapMb },
      });
      let result: ProducedReport | Error = new Error("The thread that produced the report ended");
      worker.on("message", (message: ReportMessage) => {
        if ("progress" in message) onProgress(message.progress);
        else if ("produced" in message) result = message.produced;
        else result = new Error(message.isDiskFull ? reportErrors.diskFull : message.failure);
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        result = error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new Error(reportErrors.outOfMemory) : error;
      });
      const stop = () => void worker.terminate();
      signal.addEventListener("abort", stop);
      // Only then has the thread released its file and its connection.
      worker.on("exit", () => {
        signal.removeEventListener("abort", stop);
        if (signal.aborted) reject(signal.reason);
        else if (result instanceof Error) reject(result);
        else resolve(result);
      });
    });
}
