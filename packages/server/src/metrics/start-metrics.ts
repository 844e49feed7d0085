import type { Services } from "../platform/services.ts";
import { registerDatabaseMetrics } from "./database-metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";

/** Registers the metrics of a whole process; `loadFreeBytes` measures the disk of its data. Returns how to stop. */
export function startMetrics(services: Services, loadFreeBytes: (() => Promise<number>) | null): () => void {
  registerDatabaseMetrics(services);
  if (loadFreeBytes) {
    services.metrics.read("gatehouse_disk_free_bytes", async () => [{ value: await loadFreeBytes() }]);
  }
  return registerProcessMetrics(services.metrics);
}
