import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "../../platform/metrics.ts";
import { productVersion } from "../../platform/product-version.ts";
import type { Services } from "../../platform/services.ts";
import { registerDatabaseMetrics } from "./database-metrics.ts";

const nanosecond = 1e-9;
const resolutionMs = 20;

/** Registers CPU, memory and event-loop delay of this process. Returns how to stop measuring. */
function registerProcessMetrics(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // The timer of the monitor itself counts as delay.
  const seconds = (nanoseconds: number) =>
    Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) * nanosecond - resolutionMs / 1_000);
  metrics.read("gatehouse_event_loop_delay_seconds", () => {
    const samples = [
      { labels: { stat: "mean" }, value: seconds(delay.mean) },
      { labels: { stat: "p50" }, value: seconds(delay.percentile(50)) },
      { labels: { stat: "p99" }, value: seconds(delay.percentile(99)) },
      { labels: { stat: "max" }, value: seconds(delay.max) },
    ];
    delay.reset();
    return samples;
  });
  metrics.read("gatehouse_build_info", () => [{ labels: { version: productVersion }, value: 1 }]);
  metrics.read("process_cpu_seconds_total", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.read("process_resident_memory_bytes", () => process.memoryUsage.rss());
  metrics.read("process_heap_bytes", () => process.memoryUsage().heapUsed);
  const startedAt = Math.round(performance.timeOrigin) / 1_000;
  metrics.read("process_start_time_seconds", () => startedAt);
  return () => delay.disable();
}

/** Registers the metrics of a whole process; `loadFreeBytes` measures the disk of its data. Returns how to stop. */
export function startMetrics(services: Services, loadFreeBytes: (() => Promise<number>) | null): () => void {
  registerDatabaseMetrics(services);
  if (loadFreeBytes) {
    services.metrics.read("gatehouse_disk_free_bytes", async () => [{ value: await loadFreeBytes() }]);
  }
  return registerProcessMetrics(services.metrics);
}
