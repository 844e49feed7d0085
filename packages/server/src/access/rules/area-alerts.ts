import { assertFound } from "@gatehouse/contract/assert-found";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { formatCount } from "@gatehouse/contract/fields/number";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import { createConditionAlerts } from "../../alert/condition-alerts.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";

type Parts = Pick<Services, "db" | "clock">;

const checkIntervalMs = 5_000;
const hourMs = 3_600_000;
const maxNamed = 10;
const subjectOf = (areaId: number) => `area ${areaId}`;

/** The alerts of full areas and of vehicles that stay too long. */
export function createAreaAlerts({ db, clock }: Parts): () => Promise<void> {
  const fullAreas = createConditionAlerts({ db, clock }, "AREA_FULL");
  const overstays = createOverstayAlerts({ db, clock });
  return async () => {
    const full = await db
      .selectFrom("access_area_states")
      .innerJoin("access_areas", "access_areas.id", "access_area_states.areaId")
      .select(["access_areas.id", "name", "capacity"])
      .where("isFull", "=", true)
      .where("capacity", "is not", null)
      .execute();
    const subjects = new Set(full.map(({ id }) => subjectOf(id)));
    await fullAreas.update({ causes: full.map(toFullCause), isKept: (subject) => subjects.has(subject) });
    await overstays();
  };
}

export function startAreaAlerts(services: Pick<Services, "db" | "clock" | "log">): BackgroundJob {
  const check = createAreaAlerts(services);
  return startJob("areas", services.log, async () => {
    await check();
    return { waitMs: checkIntervalMs };
  });
}

const toFullCause = ({ id, name, capacity }: { id: number; name: string; capacity: number | null }): AlertCause => ({
  type: "AREA_FULL",
  scope: "ac",
  subject: subjectOf(id),
  title: "Area full",
  description: `"${name}" is full: it has room for ${capacity}.`,
  additionalInfo: { areaId: id },
});

interface Overstay {
  readonly areaId: number;
  readonly areaName: string;
  readonly vehicles: readonly string[];
}

/** One alert per area: it is raised again for each further vehicle and ends with the last one. */
function createOverstayAlerts({ db, clock }: Parts): () => Promise<void> {
  /** The vehicles that were reported, by area. */
  let reported: ReadonlyMap<number, ReadonlySet<string>> | undefined;

  async function listOverstays(): Promise<Overstay[]> {
    const { maxStayHours } = await loadRequiredConfigs(db);
    const before = new Date(clock.now().getTime() - maxStayHours * hourMs);
    const rows = await db
      .selectFrom("access_presence")
      .innerJoin("access_areas", "access_areas.id", "access_presence.areaId")
      .select(["areaId", "name", "vehicle"])
      .where("since", "<", before.toISOString())
      .orderBy("since")
      .execute();
    return [...Map.groupBy(rows, ({ areaId }) => areaId)].map(([areaId, group]) => ({
      areaId,
      areaName: assertFound(group[0], "a group without rows").name,
      vehicles: group.map(({ vehicle }) => vehicle),
    }));
  }

  return async () => {
    const found = await listOverstays();
    const { maxStayHours } = await loadRequiredConfigs(db);
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const open = await tx
        .selectFrom("alerts")
        .select(["id", "subject", "additionalInfo"])
        .where("type", "=", "VEHICLE_OVERSTAY")
        .where("status", "=", "new")
        .execute();
      const known = reported ?? new Map(open.map(({ additionalInfo }) => toReported(additionalInfo)));
      const subjects = new Set(found.map(({ areaId }) => subjectOf(areaId)));
      for (const { id, subject } of open) if (!subjects.has(subject)) await resolveAlert(tx, id, now);
      for (const overstay of found) {
        const isNew = overstay.vehicles.some((vehicle) => !known.get(overstay.areaId)?.has(vehicle));
        if (isNew) await raiseAlert(tx, toOverstayCause(overstay, maxStayHours), now);
      }
    });
    reported = new Map(found.map(({ areaId, vehicles }) => [areaId, new Set(vehicles)]));
  };
}

/** What an open alert of an earlier process has reported. */
function toReported(info: unknown): [number, ReadonlySet<string>] {
  const { areaId, vehicles } = info as { areaId: number; vehicles?: readonly string[] };
  return [areaId, new Set(vehicles)];
}

function toOverstayCause({ areaId, areaName, vehicles }: Overstay, maxStayHours: number): AlertCause {
  const named = vehicles.slice(0, maxNamed).map(formatPlate).join(", ");
  const more = vehicles.length > maxNamed ? ` and ${vehicles.length - maxNamed} more` : "";
  const count = formatCount(vehicles.length, "vehicle has", "vehicles have");
  return {
    type: "VEHICLE_OVERSTAY",
    scope: "ac",
    subject: subjectOf(areaId),
    title: "Vehicles stay too long",
    description: `${count} been in "${areaName}" for more than ${maxStayHours} h: ${named}${more}.`,
    additionalInfo: { areaId, vehicles },
  };
}
