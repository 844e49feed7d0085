import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoProgress, demoProgressPath } from "../../packages/contract/src/runtime-config.ts";

/** Writes what the demo still loads, where its server reads it. */
export function reportProgress(dataDir: string, progress: DemoProgress): void {
  const file = join(dataDir, demoProgressPath);
  // The server never reads half a file.
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
