import { findHolding } from "@gatehouse/engine/policy/override";
import type { Policy } from "@gatehouse/engine/policy/policy";
import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { notifyChange, notifyCommands } from "../../platform/database/channels.ts";
import type { Services } from "../../platform/services.ts";
import { toBarrierPayload, toCommandRecord } from "../command-payload.ts";
import type { CommandRecord } from "../command-record.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import type { SiteActuator, SiteGate } from "../site-wiring.ts";

const checkIntervalMs = 500;
/** A held barrier gets a pulse at this interval, which is shorter than the pulse, so its relay stays switched. */
const repeatMs = 10_000;

interface HeldGate {
  readonly gate: SiteGate;
  readonly barrier: SiteActuator;
  readonly overrideId: number;
  readonly reason: string;
}

/**
 * Holds the barriers open that an override opens: of its gate or of all gates, and of the exits during an
 * evacuation. When the override ends, the last pulse runs out and the barrier closes as after any opening.
 */
export function startHeldBarriers(
  services: Pick<Services, "db" | "clock" | "log">,
  siteCache: SiteCache,
): BackgroundJob {
  const { db, clock, log } = services;
  /** When each override last pulsed a gate, by the monotonic clock. */
  const pulsed = new Map<string, number>();
  return startJob("held barriers", log, async () => {
    const site = await siteCache.now();
    const held = site.policy ? listHeldGates(site, site.policy, clock.now()) : [];
    const keys = new Set(held.map(keyOf));
    for (const key of pulsed.keys()) if (!keys.has(key)) pulsed.delete(key);
    const nowMs = clock.monotonicMs();
    const due = held.filter((one) => nowMs - (pulsed.get(keyOf(one)) ?? Number.NEGATIVE_INFINITY) >= repeatMs);
    if (due.length > 0) {
      const rows = due.map((one) => toRecord(site, one, clock.now()));
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto("commands")
          .values(rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.stringify(payload) })))
          .execute();
        await sql`select ${notifyCommands()}, ${notifyChange("commands")}, ${notifyChange("access_overrides")}`.execute(
          tx,
        );
      });
      for (const one of due) pulsed.set(keyOf(one), nowMs);
    }
    return { waitMs: checkIntervalMs };
  });
}

const keyOf = ({ overrideId, gate, barrier }: HeldGate) => `${overrideId} ${gate.id} ${barrier.id}`;

function listHeldGates(site: Site, policy: Policy, now: Date): HeldGate[] {
  return [...site.gates.values()].flatMap((gate) => {
    const { barrier } = gate;
    const holding = barrier ? findHolding(policy, gate, now) : undefined;
    return barrier && holding ? [{ gate, barrier, overrideId: holding.id, reason: holding.reason }] : [];
  });
}

function toRecord(site: Site, { gate, barrier, reason }: HeldGate, now: Date): CommandRecord {
  const planned = { kind: "open", target: { kind: "boomBarrier", id: barrier.id, name: barrier.name } } as const;
  return { ...toCommandRecord(planned, toBarrierPayload(site, barrier, now), now), gateId: gate.id, reason };
}
