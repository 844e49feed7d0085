import type { OnProgress } from "./create-backup.ts";

const intervalMs = 5_000;

/** Prints what a command does, at most every few seconds. */
export function createProgress(print: (line: string) => void): OnProgress {
  let printedAt = performance.now();
  return (step) => {
    if (performance.now() - printedAt < intervalMs) return;
    printedAt = performance.now();
    print(step);
  };
}

const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A size for people. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** Counts of rows and files, for the last line of a command. */
export function formatContents(rows: Readonly<Record<string, number>>, pictures: number, reports: number): string {
  const tables = Object.values(rows);
  const total = tables.reduce((sum, count) => sum + count, 0);
  const parts = [`${total} rows in ${tables.length} tables`, `${pictures} picture files`, `${reports} report files`];
  return parts.join(", ");
}
