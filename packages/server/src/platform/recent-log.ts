import { appendFileSync } from "node:fs";
import { appendFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DestinationStream } from "pino";
import { privateFileMode } from "./private-files.ts";

/** The newest lines of the log in the data folder, for the diagnostics bundle. */
export interface RecentLog extends DestinationStream {
  /** Starts to write to files in the folder. */
  open(folder: string): void;
  /** Resolves when all lines are written. */
  settled(): Promise<void>;
}

const maxFileBytes = 2_000_000;
const maxWaitingLines = 10_000;

/** The file that is written, and the one before it. */
export const recentLogFiles = (folder: string): { current: string; old: string } => ({
  current: join(folder, "recent.log"),
  old: join(folder, "recent.log.old"),
});

/** Keeps lines in memory until the folder is known. Lines that can't be written are dropped: standard error has them. */
export function createRecentLog(maxBytes: number = maxFileBytes): RecentLog {
  let files: { current: string; old: string } | undefined;
  let waiting: string[] = [];
  let bytes = 0;
  let writing: Promise<void> | undefined;

  async function write({ current, old }: { current: string; old: string }): Promise<void> {
    bytes ||= (await stat(current).catch(() => undefined))?.size ?? 0;
    while (waiting.length > 0) {
      const text = waiting.join("");
      waiting = [];
      await appendFile(current, text, { mode: privateFileMode });
      bytes += Buffer.byteLength(text);
      if (bytes < maxBytes) continue;
      await rename(current, old);
      bytes = 0;
    }
  }

  function start(): void {
    if (!files || writing || waiting.length === 0) return;
    writing = write(files)
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    write: (line) => {
      if (waiting.length < maxWaitingLines) waiting.push(line);
      start();
    },
    open: (folder) => {
      files = recentLogFiles(folder);
      process.once("exit", () => {
        if (waiting.length > 0) appendRest(recentLogFiles(folder).current, waiting);
      });
      start();
    },
    settled: async () => {
      while (writing) await writing;
    },
  };
}

function appendRest(path: string, lines: readonly string[]): void {
  try {
    appendFileSync(path, lines.join(""), { mode: privateFileMode });
  } catch {
    // The disk may be full.
  }
}

/** Writes each line to several destinations. */
export const tee = (...sinks: readonly DestinationStream[]): DestinationStream => ({
  write: (line) => {
    for (const sink of sinks) sink.write(line);
  },
});
