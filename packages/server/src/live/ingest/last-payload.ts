import { type IngestSource, type LastPayload, noteLast } from "../../entities/ingest/ingest.store.ts";
import type { Services } from "../../platform/services.ts";

/** Remembers what each source sent last, off the path of its events. */
export interface LastPayloads {
  note(source: IngestSource, last: () => LastPayload): void;
  close(): void;
}

const everyMs = 1_000;
const longestExcerpt = 2_000;
// Pictures in a text: long runs without a space.
const picture = /[A-Za-z0-9+/=_-]{200,}/g;

/** Writes at most once a second for each source: an installer looks at it, nothing depends on it. */
export function openLastPayloads({ db, log }: Pick<Services, "db" | "log">): LastPayloads {
  const timers = new Map<string, NodeJS.Timeout>();
  const waiting = new Map<string, () => LastPayload>();

  return {
    note: (source, last) => {
      const key = `${source.kind} ${source.id}`;
      waiting.set(key, last);
      if (timers.has(key)) return;
      const write = () => {
        const latest = waiting.get(key);
        waiting.delete(key);
        if (!latest) return void timers.delete(key);
        timers.set(key, setTimeout(write, everyMs));
        noteLast(db, source, latest()).catch((error) => log.warn({ error }, "could not remember what was sent last"));
      };
      timers.set(key, setTimeout(write, 0));
    },
    close: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The beginning of what was sent, pictures left out, as a row can hold it. */
export function excerptOf(text: string): string {
  const start = text.slice(0, longestExcerpt * 4).replaceAll(picture, "…");
  return start.toWellFormed().replaceAll("\u0000", "").slice(0, longestExcerpt);
}
