import type { Services } from "../platform/services.ts";
import { type IngestSource, type LastPayload, saveLastPayloads } from "./device-secret.store.ts";

/** Records the last payload of each source for the device's page, without delaying its events. */
export interface LastPayloads {
  record(source: IngestSource, payload: () => LastPayload): void;
  close(): void;
}

const saveIntervalMs = 1_000;

/** Saves the payloads of all sources together, at most once a second. */
export function createLastPayloads({ db, log }: Pick<Services, "db" | "log">): LastPayloads {
  const unsaved = new Map<string, { source: IngestSource; payload: () => LastPayload }>();
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    timer = undefined;
    const payloads = [...unsaved.values()].map(({ source, payload }) => ({ source, last: payload() }));
    unsaved.clear();
    if (payloads.length === 0) return;
    timer = setTimeout(save, saveIntervalMs);
    saveLastPayloads(db, payloads).catch((error) => log.warn({ error }, "could not save the last payloads"));
  }

  return {
    record: (source, payload) => {
      unsaved.set(`${source.kind} ${source.id}`, { source, payload });
      timer ??= setTimeout(save, 0);
    },
    close: () => clearTimeout(timer),
  };
}
