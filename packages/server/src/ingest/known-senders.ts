import { addressKey } from "../platform/http/caller-address.ts";
import type { Services } from "../platform/services.ts";
import type { SiteToken } from "../site/site-cache.ts";
import { type IngestSource, saveKnownAddress } from "./device-secret.store.ts";

/** From where each source sends: there, wrong secrets never keep its right one out. */
export interface KnownSenders {
  isKnown(source: IngestSource, from: Sent): boolean;
  /** Remembers an address from which a source sent its right secret. */
  remember(source: IngestSource, from: Sent): void;
}

interface Sent {
  readonly token: SiteToken;
  /** As registered. */
  readonly address: string | null;
  /** As it came. */
  readonly remote: string;
}

// A source that sends from two addresses in turn writes its row this often at most.
const savedEveryMs = 60_000;

/** Keeps the last address of each source in memory, and in its row for the next start and for other processes. */
export function createKnownSenders({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): KnownSenders {
  const latest = new Map<string, { address: string; savedMs: number }>();
  const nameOf = ({ kind, id }: IngestSource) => `${kind} ${id}`;

  return {
    isKnown: (source, { token, address, remote }) => {
      const from = addressKey(remote);
      const registered = address === null ? null : addressKey(address);
      return [registered, token.knownAddress, latest.get(nameOf(source))?.address].includes(from);
    },
    remember: (source, { token, remote }) => {
      const from = addressKey(remote);
      const before = latest.get(nameOf(source));
      if ((before?.address ?? token.knownAddress) === from) return;
      const nowMs = clock.monotonicMs();
      const isSaved = !before || nowMs - before.savedMs >= savedEveryMs;
      latest.set(nameOf(source), { address: from, savedMs: isSaved ? nowMs : before.savedMs });
      if (!isSaved) return;
      saveKnownAddress(db, source, from).catch((error: unknown) =>
        log.warn({ error }, "could not save the address of a device"),
      );
    },
  };
}
