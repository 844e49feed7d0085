import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { createConditionAlerts } from "../alerts/condition-alerts.ts";
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
export function createStuckLoopAlerts(services: Pick<Services, "db" | "clock">): StuckLoopAlerts {
  const alerts = createConditionAlerts(services, type);
  return {
    update: async (loops, stuckMinutes) => {
      const occupied = new Set(loops.filter(({ isOccupied }) => isOccupied !== false).map(subjectOf));
      const causes = loops.filter(({ isStuck }) => isStuck).map((loop) => toCause(loop, stuckMinutes));
      await alerts.update({ causes, isKept: (subject) => occupied.has(subject) });
    },
  };
}

const toCause = (loop: ReadLoop, stuckMinutes: number): AlertCause => ({
  type,
  scope: alertScopeOf.LOOP_DETECTOR,
  subject: subjectOf(loop),
  title: "Loop permanently occupied",
  description: `"${loop.sensor.name}" has been occupied for ${formatMinutes(stuckMinutes)} and counts no vehicles.`,
  additionalInfo: { sensorId: loop.sensor.id },
});

const formatMinutes = (minutes: number) => (minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes} min`);
