import type { EventsBehind, Overview, OverviewFigure } from "@gatehouse/contract/entities/overview";
import { type FigureName, figures } from "@gatehouse/contract/entities/overview-figures";
import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import { type EventFigureName, eventFigures } from "@gatehouse/contract/events/event-fields";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../../platform/database/database.ts";
import {
  countOpenings,
  countOpenStays,
  findPeak,
  loadDwell,
  loadSums,
  type Sought,
  type Sum,
} from "./overview.store.ts";

const counted = [
  "entries",
  "exits",
  "granted",
  "denied",
  "falseDenials",
  "barrierFailures",
  "stays",
  "unpairedEntries",
  "unpairedExits",
  "reads",
  "uncertainReads",
] as const satisfies readonly EventFigureName[];

const hourMs = 3_600_000;

/** What an answer consists of besides its texts. */
type Value = Pick<OverviewFigure, "value" | "events"> & Partial<Pick<OverviewFigure, "part" | "whole" | "from" | "to">>;

/** The figures of a period, each with the events behind it. */
export async function loadFigures(
  db: ReadDb,
  sought: Sought,
  { maxStayHours }: Pick<RequiredValues, "maxStayHours">,
  now: Date,
): Promise<Overview> {
  const overstayedSince = new Date(now.getTime() - maxStayHours * hourMs);
  const [sums, peak, dwell, openings, overstays, loops, capacity] = await Promise.all([
    loadSums(db, sought, counted),
    loadPeak(db, sought),
    loadDwell(db, sought),
    countOpenings(db, sought),
    countOpenStays(db, overstayedSince, sought.gateIds),
    loadReadRate(db, sought),
    sought.gateIds === null ? loadCapacity(db) : 0,
  ]);
  const lists = (name: EventFigureName, of: readonly Sum[] = sums, period: Partial<Sought> = sought) =>
    toLists(name, of, period);
  const total = (name: EventFigureName) => totalOf(lists(name));
  const count = (name: (typeof counted)[number]): Value => ({ value: total(name), events: lists(name) });
  const share = (name: EventFigureName, whole: number): Value => ({
    value: whole === 0 ? null : total(name) / whole,
    part: total(name),
    whole,
    events: lists(name),
  });
  const spaceDays = (capacity * (sought.to.getTime() - sought.from.getTime())) / dayMs;
  const values: Record<FigureName, Value> = {
    entries: count("entries"),
    exits: count("exits"),
    peak,
    turnover: { value: spaceDays === 0 ? null : total("stays") / spaceDays, events: lists("stays") },
    dwellMedian: { value: dwell?.median ?? null, events: lists("stays") },
    dwellP90: { value: dwell?.p90 ?? null, events: lists("stays") },
    overstays: {
      value: overstays.reduce((sum, { n }) => sum + n, 0),
      events: lists("inside", overstays, { to: overstayedSince }),
    },
    unpairedEntries: count("unpairedEntries"),
    unpairedExits: count("unpairedExits"),
    deniedShare: share("denied", total("denied") + total("granted")),
    falseDenials: count("falseDenials"),
    manualOpenings: { value: openings.reduce((sum, { count: n }) => sum + n, 0), events: [] },
    barrierFailures: count("barrierFailures"),
    readRate: loops,
    uncertainReads: share("uncertainReads", total("reads")),
  };
  const toFigure = ([name, value]: [string, Value]): OverviewFigure => ({
    part: null,
    whole: null,
    from: null,
    to: null,
    ...figures[name as FigureName],
    ...value,
    name: name as FigureName,
  });
  return {
    from: sought.from.toISOString(),
    to: sought.to.toISOString(),
    figures: Object.entries(values).map(toFigure),
    openings,
  };
}

/** The lists of events behind a figure: of the modules that have some, or of the first one. */
function toLists(
  figure: EventFigureName,
  sums: readonly Sum[],
  { from, to }: Partial<Sought>,
  gates?: string,
): EventsBehind[] {
  const [first] = eventFigures[figure].modules;
  const own = sums.filter((sum) => sum.figure === figure && sum.n > 0);
  const found: readonly Pick<Sum, "module" | "n">[] = own.length > 0 ? own : [{ module: first, n: 0 }];
  return found.map(({ module, n }) => ({
    module,
    count: n,
    query: {
      figure,
      ...(from && { from: from.toISOString() }),
      ...(to && { to: to.toISOString() }),
      ...(gates !== undefined && { gates }),
    },
  }));
}

const totalOf = (lists: readonly EventsBehind[]) => lists.reduce((sum, list) => sum + list.count, 0);

async function loadPeak(db: ReadDb, sought: Sought): Promise<Value> {
  const peak = await findPeak(db, sought);
  if (!peak) return { value: null, events: toLists("entries", [], sought) };
  const sums = await loadSums(db, { ...sought, ...peak }, ["entries", "exits"]);
  const events = (["entries", "exits"] as const)
    .flatMap((name) => toLists(name, sums, peak))
    .filter(({ count }) => count > 0);
  return { value: totalOf(events), from: peak.from.toISOString(), to: peak.to.toISOString(), events };
}

/** Reads at the gates with a loop. Events of loops are shown only to people without a limit. */
async function loadReadRate(db: ReadDb, sought: Sought): Promise<Value> {
  const gates = await db
    .selectFrom("gates")
    .innerJoin("sensors", (join) =>
      join.on((eb) => eb("sensors.id", "in", [eb.ref("gates.sensorId"), eb.ref("gates.loopId")])),
    )
    .select("gates.id")
    .distinct()
    .where("sensors.scope", "=", "loop")
    .where("gates.cameraId", "is not", null)
    .orderBy("gates.id")
    .execute();
  const gateIds = gates.map(({ id }) => id);
  if (sought.gateIds !== null || gateIds.length === 0) return { value: null, events: [] };
  const sums = await loadSums(db, { ...sought, gateIds }, ["reads", "loopCounts"]);
  const lists = (name: EventFigureName) => toLists(name, sums, sought, gateIds.join(","));
  const [reads, passages] = [lists("reads"), lists("loopCounts")];
  const [part, whole] = [totalOf(reads), totalOf(passages)];
  return { value: whole === 0 ? null : part / whole, part, whole, events: [...reads, ...passages] };
}

/** The spaces of the outermost areas. */
async function loadCapacity(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom("access_areas")
    .select((eb) => eb.fn.sum<number | null>("capacity").as("capacity"))
    .where("parentId", "is", null)
    .executeTakeFirst();
  return row?.capacity ?? 0;
}
