import { type RelayLocation, relayTaken } from "@gatehouse/contract/fields/relay-address";
import { sql } from "kysely";
import { systemHostAddresses } from "../outbound/host-addresses.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import type { Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";

/** What stands on relays. */
type Kind = "boom_barriers" | "buzzers" | "displays";

interface Entered {
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  readonly additionalInfo: unknown;
}

const path = "additionalInfo.rel";

/**
 * ENG-1, SAFE-6: refuses a barrier on a relay that something else uses, and anything else on a relay of a barrier,
 * however their addresses are written. A name that can't be resolved is compared as text; the check before each command
 * decides then.
 */
export async function checkRelayOwnership(tx: Tx, { kind, id }: Pick<Entered, "kind" | "id">): Promise<void> {
  // One at a time, so that two that are saved at once see each other.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.relays})`.execute(tx);
  const entered = await everyRelay(tx);
  const saved = entered.find((one) => one.kind === kind && one.id === id);
  const place = saved && placeOf(saved);
  if (!place) return;
  const others = entered.filter((other) => other !== saved && isBetween(kind, other.kind));
  const holder = await findHolder(place, others);
  if (!holder) return;
  const message = relayTaken(holder.name, place);
  throw refuse("record/taken", { message, errors: [{ path, message }] });
}

/** Lamps and buzzers may share a relay; a barrier does not. */
const isBetween = (one: Kind, other: Kind) => one === "boom_barriers" || other === "boom_barriers";

/** Resolves only the hosts of the same port and relay number, all at once, within a second. */
async function findHolder(place: RelayLocation, others: readonly Entered[]): Promise<Entered | undefined> {
  const candidates = others.filter((other) => {
    const { port, relayNumber } = placeOf(other) ?? {};
    return port === place.port && relayNumber === place.relayNumber;
  });
  if (candidates.length === 0) return undefined;
  const hosts = [place.host, ...candidates.map((other) => placeOf(other)?.host ?? "")];
  const [own, ...theirs] = await Promise.all(hosts.map(systemHostAddresses));
  return candidates.find((_, index) => [...(theirs[index] ?? [])].some((address) => own?.has(address)));
}

async function everyRelay(tx: Tx): Promise<Entered[]> {
  const { rows } = await sql<Entered>`
    select 'boom_barriers' as kind, id, name, "additionalInfo" from boom_barriers
    union all select 'buzzers', id, name, "additionalInfo" from buzzers
    union all select 'displays', id, name, "additionalInfo" from displays where type = 'binary'
    order by kind, id`.execute(tx);
  return rows;
}

function placeOf({ additionalInfo }: Entered): RelayLocation | undefined {
  const { ip, port, rel } = additionalInfo as { ip?: string; port: number; rel: number };
  return ip ? { host: ip, port, relayNumber: rel } : undefined;
}
