import type { SiteToken } from "../../gate/site-cache.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import type { Services } from "../../platform/services.ts";
import { type IngestSource, saveKnownAddress } from "./device-secret.store.ts";

/** The addresses that sources send from. There, wrong secrets of others never block the right one. */
export interface KnownSenders {
  isKnown(source: IngestSource, origin: PushOrigin): boolean;
  /** Saves the address of a push with the right secret. */
  remember(source: IngestSource, origin: PushOrigin): void;
}

interface PushOrigin {
  readonly token: SiteToken;
  readonly registeredAddress: string | null;
  readonly remoteAddress: string;
}

// Limits the writes of a source that alternates between two addresses.
const saveIntervalMs = 60_000;

/** Caches the last address of each source, and saves it for the next start and for other processes. */
export function createKnownSenders({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): KnownSenders {
  const cache = new Map<string, { address: string; savedMs: number }>();
  const toKey = ({ kind, id }: IngestSource) => `${kind} ${id}`;

  return {
    isKnown: (source, { token, registeredAddress, remoteAddress }) => {
      const registered = registeredAddress === null ? null : addressKey(registeredAddress);
      const known = [registered, token.knownAddress, cache.get(toKey(source))?.address];
      return known.includes(addressKey(remoteAddress));
    },
    remember: (source, { token, remoteAddress }) => {
      const address = addressKey(remoteAddress);
      const cached = cache.get(toKey(source));
      if ((cached?.address ?? token.knownAddress) === address) return;
      const nowMs = clock.monotonicMs();
      const isDue = !cached || nowMs - cached.savedMs >= saveIntervalMs;
      cache.set(toKey(source), { address, savedMs: isDue ? nowMs : cached.savedMs });
      if (!isDue) return;
      saveKnownAddress(db, source, address).catch((error: unknown) =>
        log.warn({ error }, "could not save the address of a device"),
      );
    },
  };
}
