import type { HttpLimits } from "./http-limits.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** Who a body is counted for: a known device by its name, or anyone by address. */
export interface BodyOwner {
  readonly kind: "device" | "address";
  readonly name: string;
}

/** SAFE-4: limits the bytes of bodies in memory. Devices that have authenticated have a total of their own. */
export interface BodyBudget {
  /** Takes bytes; gives the refusal where a limit does not allow that. */
  take(owner: BodyOwner, bytes: number): Refusal | undefined;
  give(owner: BodyOwner, bytes: number): void;
}

type Limits = Pick<HttpLimits, "maxBodyBytes" | "maxBodyBytesPerAddress">;

const retryAfterSeconds = 1;

/** An empty budget. */
export function createBodyBudget({ maxBodyBytes, maxBodyBytesPerAddress }: Limits): BodyBudget {
  const totals = { device: 0, address: 0 };
  const held = { device: new Map<string, number>(), address: new Map<string, number>() };

  return {
    take: ({ kind, name }, bytes) => {
      const own = held[kind].get(name) ?? 0;
      if (own + bytes > maxBodyBytesPerAddress) return refuse("request/too-many", { retryAfterSeconds });
      if (totals[kind] + bytes > maxBodyBytes) return refuse("server/busy", { retryAfterSeconds });
      held[kind].set(name, own + bytes);
      totals[kind] += bytes;
      return undefined;
    },
    give: ({ kind, name }, bytes) => {
      const left = (held[kind].get(name) ?? 0) - bytes;
      if (left > 0) held[kind].set(name, left);
      else held[kind].delete(name);
      totals[kind] -= bytes;
    },
  };
}
