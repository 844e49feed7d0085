const stops: (() => Promise<unknown>)[] = [];

/** Stops what a benchmark has started when it is interrupted: by default Node ends at once, and PostgreSQL would stay. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  stops.push(stop);
  if (stops.length > 1) return;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stopAll());
}

async function stopAll(): Promise<void> {
  // The benchmark itself fails as soon as its database is gone.
  process.on("uncaughtException", () => {});
  await Promise.allSettled(stops.map((stop) => stop()));
  process.exit(1);
}
