import { addTo } from "@gatehouse/contract/collections";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import type { AccessQuestion, KnownPass } from "@gatehouse/engine/access/access";
import type { AccessState } from "@gatehouse/engine/decision/access-state";
import { identifierKey, type RunningContext } from "@gatehouse/engine/decision/decision-context";
import type { Passage, ReaderPassage } from "@gatehouse/engine/decision/outcome";
import { areaChain } from "@gatehouse/engine/policy/areas";
import { type ListedEntry, type LookAlike, strictestLookAlikes } from "@gatehouse/engine/policy/evaluation";
import { everyone, type Policy } from "@gatehouse/engine/policy/policy";
import { OccupancyCounts, type VehiclePresence } from "@gatehouse/engine/policy/presence";
import type { Site } from "../../gate/site-cache.ts";
import {
  countPresent,
  findFullAreas,
  findListed,
  findLookAlikes,
  findPassageTags,
  findPasses,
  findPresences,
  lockPasses,
} from "./access-statements.ts";
import { type KnownVehicles, listVehicleKeys, loadMatches } from "./load-context.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";

type Run = PipelinedTransaction["run"];
type Read = AccessQuestion["read"];
type Known = Pick<RunningContext, "identifiers" | "reservations" | "access">;

/** Whether decisions of the site depend on presence or passes, which are locked then. */
export const dependsOnPresence = ({ policy, hasPasses }: Site): boolean =>
  policy !== undefined && (hasPasses || policy.areas.size > 0);

const readsOf = (reads: readonly Read[], type: Read["type"]): string[] =>
  reads.filter((read) => read.type === type && read.normalized !== "").map(({ normalized }) => normalized);

/** Loads the passes of plates and tags; protects them from deletion if they may be used. */
export async function loadPasses(
  run: Run,
  { policy, hasPasses }: Site,
  reads: readonly Read[],
  { isLocking }: { isLocking: boolean },
): Promise<AccessState["passes"]> {
  const [plates, tags] = [readsOf(reads, "LICENSE_PLATE"), readsOf(reads, "RFID")];
  if (!policy || !hasPasses || plates.length + tags.length === 0) return new Map();
  const rows = await run<PassRow>(isLocking ? lockPasses : findPasses, [plates, tags]);
  return groupPasses(
    rows.map(({ validFrom, validTo, host, ...row }) => ({
      ...row,
      source: host === null ? "Pass" : `Pass, visiting ${host}`,
      vehicle: plateOrTagOf(row.lpNormalized, row.rfidNormalized),
      validFrom: new Date(validFrom),
      validTo: new Date(validTo),
    })),
  );
}

/** Loads what the rules need to know about the vehicles of reads; nothing on a site without rules. */
export async function loadAccess(
  run: Run,
  site: Site,
  reads: readonly Read[],
  known: KnownVehicles,
): Promise<Pick<RunningContext, "access">> {
  const { policy } = site;
  const legible = reads.filter(({ normalized }) => normalized !== "");
  if (!policy || legible.length === 0) return {};
  const plates = readsOf(legible, "LICENSE_PLATE");
  const vehicles = new Set(legible.flatMap((read) => [...listVehicleKeys(known, read)]));
  const [lists, presences, lookAlikes, occupancy] = await Promise.all([
    site.hasLists ? loadListed(run, [...vehicles]) : new Map<string, ListedEntry[]>(),
    policy.areas.size > 0 ? loadPresences(run, [...vehicles]) : new Map<string, VehiclePresence>(),
    site.hasLookAlikes && plates.length > 0 ? loadLookAlikes(run, plates) : new Map<string, LookAlike>(),
    loadOccupancy(run, policy),
  ]);
  return { access: { passes: known.passes, lists, presences, lookAlikes, occupancy, passUses: new Map() } };
}

/** Loads what a decision about reads depends on, for a decision without effects. */
export async function loadUnlocked(run: Run, site: Site, reads: readonly Read[]): Promise<Known> {
  const matches = await loadMatches(run, reads, { isLocking: false });
  const passes = await loadPasses(run, site, reads, { isLocking: false });
  return { ...matches, ...(await loadAccess(run, site, reads, { ...matches, passes })) };
}

/** The tags of vehicles whose plate is read after their tag, and the facts about the tags. */
export async function loadTagsBefore(
  run: Run,
  site: Site,
  known: Known,
  passages: Iterable<Passage | ReaderPassage>,
): Promise<Known & Pick<RunningContext, "tags">> {
  const isRequired = site.policy?.requiresBothFactors === true || site.hasLookAlikes;
  const byTag = isRequired ? [...passages].filter(({ module }) => module === "RFID_ACCESS_CONTROL") : [];
  if (byTag.length === 0) return { ...known, tags: new Map() };
  const rows = await run<{ id: number; tag: string }>(findPassageTags, [
    byTag.map(({ eventId }) => eventId),
    byTag.map(({ occurredAt }) => occurredAt),
  ]);
  const reads = rows.map(({ tag }): Read => ({ type: "RFID", raw: tag, normalized: tag }));
  const { access, ...matches } = await loadUnlocked(run, site, reads);
  return {
    identifiers: new Map([...matches.identifiers, ...known.identifiers]),
    reservations: new Map([...matches.reservations, ...known.reservations]),
    ...(known.access && {
      access: {
        ...known.access,
        passes: new Map([...(access?.passes ?? []), ...known.access.passes]),
        lists: new Map([...(access?.lists ?? []), ...known.access.lists]),
      },
    }),
    tags: new Map(rows.map(({ id, tag }) => [id, tag])),
  };
}

/** A pass as it is looked up. */
export interface PassRow {
  id: number;
  name: string;
  host: string | null;
  lpNormalized: string | null;
  rfidNormalized: string | null;
  validFrom: string;
  validTo: string;
  uses: number | null;
  used: number;
  gateIds: number[];
}

type LoadedPass = KnownPass & Pick<PassRow, "lpNormalized" | "rfidNormalized">;

function groupPasses(passes: readonly LoadedPass[]): AccessState["passes"] {
  const keyed = passes.flatMap((pass) => [
    ...(pass.lpNormalized === null ? [] : [{ key: identifierKey("LICENSE_PLATE", pass.lpNormalized), pass }]),
    ...(pass.rfidNormalized === null ? [] : [{ key: identifierKey("RFID", pass.rfidNormalized), pass }]),
  ]);
  const grouped = Map.groupBy(keyed, ({ key }) => key);
  return new Map([...grouped].map(([key, entries]) => [key, entries.map(({ pass }) => pass)]));
}

/** An entry of a list as it is looked up. */
export type ListedRow = Omit<ListedEntry, "until"> & {
  type: Read["type"];
  iidNormalized: string;
  until: string | null;
};

async function loadListed(run: Run, normalized: readonly string[]): Promise<Map<string, ListedEntry[]>> {
  const rows = await run<ListedRow>(findListed, [normalized]);
  const grouped = Map.groupBy(rows, ({ type, iidNormalized }) => identifierKey(type, iidNormalized));
  return new Map(
    [...grouped].map(([key, entries]) => [
      key,
      entries.map((entry) => ({ ...entry, until: entry.until === null ? null : new Date(entry.until) })),
    ]),
  );
}

/** The strictest requirement of each plate; a plate may look like several others. */
async function loadLookAlikes(run: Run, plates: readonly string[]): Promise<Map<string, LookAlike>> {
  return strictestLookAlikes(await run<LookAlike & { plate: string }>(findLookAlikes, [plates]));
}

interface PresenceRow {
  vehicle: string;
  heldBy: number | null;
  toAreaId: number | null;
  at: string | null;
  areaId: number | null;
  since: string | null;
  isForgiven: boolean | null;
}

/** A vehicle that was just admitted is inside already; one that was just let out has left. */
async function loadPresences(run: Run, vehicles: readonly string[]): Promise<Map<string, VehiclePresence>> {
  const rows = await run<PresenceRow>(findPresences, [vehicles]);
  return new Map(
    rows.flatMap(({ vehicle, heldBy, toAreaId, at, areaId, since, isForgiven }) => {
      const place = heldBy === null ? areaId : toAreaId;
      const from = heldBy === null ? since : at;
      if (place === null || from === null) return [];
      const presence = { areaId: place, since: new Date(from), isForgiven: heldBy === null && isForgiven === true };
      return [[vehicle, presence] as const];
    }),
  );
}

/** Counts only if a capacity or quota depends on it. */
async function loadOccupancy(run: Run, policy: Policy): Promise<OccupancyCounts> {
  const isLimited = policy.quotas.length > 0 || [...policy.areas.values()].some(({ capacity }) => capacity !== null);
  if (!isLimited) return new OccupancyCounts(policy.areas);
  const groupIds = [...new Set(policy.quotas.map(({ groupId }) => groupId))];
  const [rows, full] = await Promise.all([
    run<{ areaId: number; groupId: number; count: number }>(countPresent, [groupIds]),
    run<{ areaId: number }>(findFullAreas, []),
  ]);
  const counts = new Map<number, number>();
  for (const { areaId, groupId, count } of rows) {
    for (const id of [everyone, ...areaChain(policy.areas, areaId).map((area) => area.id)]) {
      const key = OccupancyCounts.key(id, groupId);
      addTo(counts, key, Number(count));
    }
  }
  return new OccupancyCounts(
    policy.areas,
    counts,
    full.map(({ areaId }) => areaId),
  );
}
