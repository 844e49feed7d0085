import type { Services } from "../../platform/services.ts";
import { type IngestSource, type LastPayload, type LastSample, saveLastPayloads } from "./device-secret.store.ts";

/** Records the last payload of each source for the device's page, without delaying its events. */
export interface LastPayloads {
  /** Without a sample, the previous one is kept. */
  record(source: IngestSource, payload: () => LastPayload, sample?: () => LastSample): void;
  /** Records a keep-alive, which must not replace a message. */
  recordFirst(source: IngestSource, payload: () => LastPayload): void;
  close(): void;
}

const saveIntervalMs = 1_000;

interface Unsaved {
  readonly source: IngestSource;
  readonly payload: () => LastPayload;
  readonly sample: () => LastSample;
  readonly isFirst: boolean;
}

/** Saves the payloads of all sources together, at most once a second. */
export function createLastPayloads({ db, health, log }: Pick<Services, "db" | "health" | "log">): LastPayloads {
  const unsaved = new Map<string, Unsaved>();
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    timer = health.isUp() ? undefined : setTimeout(save, saveIntervalMs);
    if (timer) return;
    const payloads = [...unsaved.values()].map(({ source, payload, sample, isFirst }) => ({
      source,
      last: payload(),
      sample: sample(),
      isFirst,
    }));
    unsaved.clear();
    if (payloads.length === 0) return;
    timer = setTimeout(save, saveIntervalMs);
    saveLastPayloads(db, payloads).catch((error) => log.warn({ error }, "could not save the last payloads"));
  }

  const keyOf = ({ kind, id }: IngestSource) => `${kind} ${id}`;
  function add(added: Unsaved): void {
    unsaved.set(keyOf(added.source), added);
    timer ??= setTimeout(save, 0);
  }

  return {
    record: (source, payload, sample = () => null) => add({ source, payload, sample, isFirst: false }),
    recordFirst: (source, payload) => {
      if (!unsaved.has(keyOf(source))) add({ source, payload, sample: () => null, isFirst: true });
    },
    close: () => clearTimeout(timer),
  };
}
