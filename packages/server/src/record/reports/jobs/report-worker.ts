import { parentPort, workerData } from "node:worker_threads";
import { createPacing, type StoringBatches } from "../../../access/pacing.ts";
import { type Connection, connectDatabase } from "../../../platform/database/database.ts";
import { lowerThreadPriority } from "../../../platform/low-priority.ts";
import { produceReport } from "./produce-report.ts";
import type { ReportMessage, ReportTask } from "./report-task.ts";

/** Longer than the longest statement. */
const queryTimeoutMs = 1_000_000;
const minProgressStep = 0.005;

lowerThreadPriority();
const { connection, batches, task } = workerData as {
  connection: Connection;
  batches: StoringBatches;
  task: ReportTask;
};
const post = (message: ReportMessage) => parentPort?.postMessage(message);
const db = connectDatabase(connection, () => {}, queryTimeoutMs);
let shown = 0;

try {
  const produced = await produceReport(db, task, {
    onProgress: (progress) => {
      if (progress - shown < minProgressStep) return;
      shown = progress;
      post({ progress });
    },
    pacing: createPacing(batches),
  });
  post({ produced });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  post({ failure: message, isDiskFull: code === "ENOSPC" });
} finally {
  await db.destroy();
}
