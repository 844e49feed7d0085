import { addTo, countIn } from "@gatehouse/contract/collections";
import type { HttpLimits } from "./http-limits.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** Whose limit a body counts towards: an authenticated device, or else an address. */
export interface BodyOwner {
  readonly kind: "device" | "address";
  readonly name: string;
}

/** Limits the bytes of request bodies in memory, with a separate total for authenticated devices. */
export interface BodyBudget {
  /** Reserves bytes; returns a refusal if that exceeds a limit. */
  reserve(owner: BodyOwner, bytes: number): Refusal | undefined;
  release(owner: BodyOwner, bytes: number): void;
}

type Limits = Pick<HttpLimits, "maxBodyBytes" | "maxBodyBytesPerAddress">;

const retryAfterSeconds = 1;

export function createBodyBudget({ maxBodyBytes, maxBodyBytesPerAddress }: Limits): BodyBudget {
  const totals = { device: 0, address: 0 };
  const reserved = { device: new Map<string, number>(), address: new Map<string, number>() };

  return {
    reserve: ({ kind, name }, bytes) => {
      const own = countIn(reserved[kind], name);
      if (own + bytes > maxBodyBytesPerAddress) return refuse("request/too-many", { retryAfterSeconds });
      if (totals[kind] + bytes > maxBodyBytes) return refuse("server/busy", { retryAfterSeconds });
      reserved[kind].set(name, own + bytes);
      totals[kind] += bytes;
      return undefined;
    },
    release: ({ kind, name }, bytes) => {
      if (addTo(reserved[kind], name, -bytes) <= 0) reserved[kind].delete(name);
      totals[kind] -= bytes;
    },
  };
}
