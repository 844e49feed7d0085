import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert/alert-type";
import { raiseAlert, resolveAlert } from "../alerts/alert.store.ts";
import type { Services } from "../platform/services.ts";
import type { SiteSensor } from "../site/site-cache.ts";

/** A loop that the server reads; `isOccupied` is null or undefined until its state is known. */
export interface ReadLoop {
  readonly sensor: SiteSensor;
  readonly isOccupied: boolean | null | undefined;
  readonly isStuck: boolean;
}

/** Raises and resolves the alerts of stuck loops. */
export interface StuckLoopAlerts {
  update(loops: readonly ReadLoop[], stuckMinutes: number): Promise<void>;
}

const type = "LOOP_STUCK";
const subjectOf = ({ sensor }: ReadLoop) => `sensor ${sensor.id}`;

/** LIVE-3: an alert is open while its loop is stuck; it is resolved when the loop is free or no longer read. */
export function createStuckLoopAlerts({ db, clock }: Pick<Services, "db" | "clock">): StuckLoopAlerts {
  // Alerts resolved by a user are not raised again while the loop stays stuck.
  let reported: ReadonlySet<string> = new Set();

  return {
    update: async (loops, stuckMinutes) => {
      const stuck = loops.filter(({ isStuck }) => isStuck);
      const occupied = new Set(loops.filter(({ isOccupied }) => isOccupied !== false).map(subjectOf));
      await db.transaction().execute(async (tx) => {
        const open = await tx
          .selectFrom("alerts")
          .select(["id", "subject"])
          .where("type", "=", type)
          .where("status", "=", "new")
          .execute();
        const opened = new Set(open.map(({ subject }) => subject));
        for (const { id, subject } of open) if (!occupied.has(subject)) await resolveAlert(tx, id, clock.now());
        for (const loop of stuck) {
          if (reported.has(subjectOf(loop)) || opened.has(subjectOf(loop))) continue;
          await raiseAlert(tx, toCause(loop, stuckMinutes), clock.now());
        }
      });
      reported = new Set(stuck.map(subjectOf));
    },
  };
}

const toCause = (loop: ReadLoop, stuckMinutes: number): AlertCause => ({
  type,
  scope: alertScopeOf.LOOP_DETECTOR,
  subject: subjectOf(loop),
  title: "Loop permanently occupied",
  description: `"${loop.sensor.name}" has been occupied for ${stuckMinutes} min and counts no vehicles.`,
  additionalInfo: { sensorId: loop.sensor.id },
});
