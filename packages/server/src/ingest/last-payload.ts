import type { Services } from "../platform/services.ts";
import { type IngestSource, type LastPayload, saveLastPayload } from "./device-secret.store.ts";

/** Remembers what each source sent last, off the path of its events. */
export interface LastPayloads {
  note(source: IngestSource, last: () => LastPayload): void;
  close(): void;
}

const everyMs = 1_000;
const longestExcerpt = 2_000;
// Pictures in a text: long runs without a space.
const picture = /[A-Za-z0-9+/=_-]{200,}/g;

/** Writes at most once a second, for all sources together: an installer looks at it, nothing depends on it. */
export function createLastPayloads({ db, log }: Pick<Services, "db" | "log">): LastPayloads {
  const waiting = new Map<string, { source: IngestSource; last: () => LastPayload }>();
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    timer = undefined;
    const latest = [...waiting.values()].map(({ source, last }) => ({ source, last: last() }));
    waiting.clear();
    if (latest.length === 0) return;
    timer = setTimeout(write, everyMs);
    saveLastPayload(db, latest).catch((error) => log.warn({ error }, "could not remember what was sent last"));
  }

  return {
    note: (source, last) => {
      waiting.set(`${source.kind} ${source.id}`, { source, last });
      timer ??= setTimeout(write, 0);
    },
    close: () => clearTimeout(timer),
  };
}

/** The beginning of what was sent, pictures left out, as a row can hold it. */
export function excerptOf(text: string): string {
  const start = text.slice(0, longestExcerpt * 4).replaceAll(picture, "…");
  return start.toWellFormed().replaceAll("\u0000", "").slice(0, longestExcerpt);
}
