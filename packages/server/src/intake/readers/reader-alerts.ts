import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { asText } from "@gatehouse/contract/fields/as-text";
import { createConditionAlerts } from "../../alert/condition-alerts.ts";
import type { Site, SiteSensor } from "../../gate/site-cache.ts";
import type { Services } from "../../platform/services.ts";
import type { LinkState } from "./link-states.ts";

/** A reader that the server drives and its state. */
export interface DrivenReader {
  readonly reader: SiteSensor;
  readonly state: LinkState;
}

/** Raises and resolves the alerts of offline readers. */
export interface ReaderAlerts {
  update(site: Site, readers: readonly DrivenReader[]): Promise<void>;
}

const type = "READER_OFFLINE";
const subjectOf = ({ id }: SiteSensor) => `sensor ${id}`;
const secondMs = 1_000;

/** An alert is open while a reader that opens a barrier is offline. */
export function createReaderAlerts(services: Pick<Services, "db" | "clock">): ReaderAlerts {
  const { clock } = services;
  const alerts = createConditionAlerts(services, type);
  return {
    update: async (site, readers) => {
      const used = readers.filter(({ reader }) => placeOf(site, reader) !== undefined);
      const graceMs = site.configs.readerOfflineSeconds * secondMs;
      const offline = used.filter(
        ({ state }) => state.state === "offline" && clock.monotonicMs() - state.sinceMs >= graceMs,
      );
      // After a restart the state is unknown first; an open alert waits for it.
      const kept = new Set(used.filter(({ state }) => state.state !== "online").map(({ reader }) => subjectOf(reader)));
      const causes = offline.map((one) => toCause(one, asText(placeOf(site, one.reader))));
      await alerts.update({ causes, isKept: (subject) => kept.has(subject) });
    },
  };
}

/** The gate or barrier that a reader opens; undefined if it opens none. */
function placeOf({ gates }: Site, { id, barrier }: SiteSensor): string | undefined {
  const names = [...gates.values()].filter(({ sensorId }) => sensorId === id).map(({ name }) => `"${name}"`);
  if (names.length > 0) return `gate ${names.join(", ")}`;
  return barrier ? `barrier "${barrier.name}"` : undefined;
}

const toCause = ({ reader, state }: DrivenReader, place: string): AlertCause => ({
  type,
  scope: alertScopeOf.RFID_ACCESS_CONTROL,
  subject: subjectOf(reader),
  title: "Reader offline",
  description: `"${reader.name}" of ${place} is offline and reads no tags: ${state.reason}`,
  additionalInfo: { error: state.reason, sensorId: reader.id },
});
