import { addTo } from "@gatehouse/contract/collections";
import type { BackTestResult, PassageResult } from "@gatehouse/contract/entities/access/back-test";
import type { Policy } from "../policy/policy.ts";
import { toLocalTime } from "../policy/schedule.ts";
import { type Replay, type ReplayedPassage, resultOf } from "./replay.ts";
import type { Decided } from "./world.ts";

const maxVehicles = 100;
const maxChanges = 200;
const hourMs = 3_600_000;

interface Counts {
  newlyDenied: number;
  newlyAllowed: number;
  undecidable: number;
}

const noCounts = (): Counts => ({ newlyDenied: 0, newlyAllowed: 0, undecidable: 0 });

const countOf = {
  "newly-denied": "newlyDenied",
  "newly-allowed": "newlyAllowed",
  undecidable: "undecidable",
} as const satisfies Record<Exclude<PassageResult, "unchanged">, keyof Counts>;

/** The result of a replay. `own`: the vehicles of the person who asked. */
export function summarize(
  replay: Replay,
  { policy, own }: { policy: Policy; own: ReadonlySet<string> },
): BackTestResult {
  const totals = { events: 0, unchanged: 0, grants: 0, removedExits: 0, ...noCounts() };
  const vehicles = new Map<string, Counts>();
  const cells = new Map<string, BackTestResult["cells"][number]>();
  const missing = new Map<string, number>();
  const changed: ReplayedPassage[] = [];
  for (const passage of replay.passages) {
    if (passage.before.isGranted) totals.grants++;
    if (passage.isRemoved) {
      totals.removedExits++;
      continue;
    }
    const result = resultOf(passage);
    const cell = cellOf(cells, passage, policy.timeZone);
    totals.events++;
    cell.events++;
    if (result === "unchanged") {
      totals.unchanged++;
      continue;
    }
    const { vehicle } = passage.lead;
    const ofVehicle = vehicles.get(vehicle) ?? noCounts();
    vehicles.set(vehicle, ofVehicle);
    for (const counts of [totals, cell, ofVehicle]) counts[countOf[result]]++;
    if (passage.missing !== null) addTo(missing, passage.missing, 1);
    changed.push(passage);
  }
  const ranked = rankVehicles(vehicles);
  const ranks = new Map(ranked.map(({ vehicle }, rank) => [vehicle, rank]));
  return {
    ...totals,
    vehicles: ranked.slice(0, maxVehicles),
    affectedVehicles: ranked.length,
    cells: [...cells.values()].sort((one, other) => one.gateId - other.gateId || one.hour - other.hour),
    peaks: toPeaks(replay, policy),
    missingFacts: [...missing]
      .map(([text, count]) => ({ text, count }))
      .sort((one, other) => other.count - one.count || compareText(one.text, other.text)),
    changes: changed
      .sort(
        (one, other) => rankOf(ranks, one) - rankOf(ranks, other) || other.lead.at.getTime() - one.lead.at.getTime(),
      )
      .slice(0, maxChanges)
      .map(toChange),
    ownVehicles: ranked
      .filter(({ vehicle, newlyDenied }) => newlyDenied > 0 && own.has(vehicle))
      .map((it) => it.vehicle),
  };
}

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The most denied first; facts that are missing weigh less than changes. */
const rankVehicles = (vehicles: ReadonlyMap<string, Counts>) =>
  [...vehicles]
    .map(([vehicle, counts]) => ({ vehicle, ...counts }))
    .sort(
      (one, other) =>
        other.newlyDenied - one.newlyDenied ||
        other.newlyAllowed - one.newlyAllowed ||
        other.undecidable - one.undecidable ||
        compareText(one.vehicle, other.vehicle),
    );

const rankOf = (ranks: ReadonlyMap<string, number>, { lead }: ReplayedPassage): number => ranks.get(lead.vehicle) ?? 0;

function cellOf(
  cells: Map<string, BackTestResult["cells"][number]>,
  { lead: { gateId, gateName, at } }: ReplayedPassage,
  timeZone: string,
) {
  const hour = Math.floor(toLocalTime(at, timeZone).ms / hourMs);
  const key = `${gateId} ${hour}`;
  const cell = cells.get(key) ?? { gateId, gateName, hour, events: 0, ...noCounts() };
  cells.set(key, cell);
  return cell;
}

const toPeaks = ({ worlds: { before, after } }: Replay, { areas }: Policy): BackTestResult["peaks"] =>
  [...areas.values()].map(({ id, name, capacity }) => ({
    areaId: id,
    name,
    capacity,
    before: before.site.peakOf(id),
    after: after.site.peakOf(id),
  }));

const toChange = (passage: ReplayedPassage): BackTestResult["changes"][number] => {
  const { id, module, at, gateId, gateName, direction, vehicle } = passage.lead;
  return {
    eventId: id,
    module,
    at: at.toISOString(),
    gateId,
    gateName,
    direction,
    vehicle,
    result: resultOf(passage),
    missing: passage.missing,
    before: toDecision(passage.before),
    after: toDecision(passage.after),
  };
};

const toDecision = ({ isGranted, verdict }: Decided): BackTestResult["changes"][number]["before"] => ({
  isGranted,
  reasonCode: verdict?.code ?? null,
  reason: verdict?.reason ?? "",
  nearestFix: verdict?.fix ?? null,
  steps: [...(verdict?.steps ?? [])],
});
