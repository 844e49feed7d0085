import type { Services } from "../platform/services.ts";
import { type IngestSource, type LastPayload, type LastSample, saveLastPayloads } from "./device-secret.store.ts";

/** Records the last payload of each source for the device's page, without delaying its events. */
export interface LastPayloads {
  /** Without a sample, the previous one is kept. */
  record(source: IngestSource, payload: () => LastPayload, sample?: () => LastSample): void;
  close(): void;
}

const saveIntervalMs = 1_000;

/** Saves the payloads of all sources together, at most once a second. */
export function createLastPayloads({ db, health, log }: Pick<Services, "db" | "health" | "log">): LastPayloads {
  const unsaved = new Map<string, { source: IngestSource; payload: () => LastPayload; sample: () => LastSample }>();
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    timer = health.isUp() ? undefined : setTimeout(save, saveIntervalMs);
    if (timer) return;
    const payloads = [...unsaved.values()].map(({ source, payload, sample }) => ({
      source,
      last: payload(),
      sample: sample(),
    }));
    unsaved.clear();
    if (payloads.length === 0) return;
    timer = setTimeout(save, saveIntervalMs);
    saveLastPayloads(db, payloads).catch((error) => log.warn({ error }, "could not save the last payloads"));
  }

  return {
    record: (source, payload, sample = () => null) => {
      unsaved.set(`${source.kind} ${source.id}`, { source, payload, sample });
      timer ??= setTimeout(save, 0);
    },
    close: () => clearTimeout(timer),
  };
}
