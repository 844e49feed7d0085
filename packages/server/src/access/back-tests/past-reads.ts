import { failedCommandStates } from "@gatehouse/contract/events/command";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier, plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { type PastRead, type PastSubject, toPastFacts, toPastSubject } from "@gatehouse/engine/back-test/past-read";
import { type StoredCandidate, unpackCandidate, unpackSteps } from "@gatehouse/engine/decision/stored-trace";
import {
  type ListedEntry,
  type LookAlike,
  reasonWords,
  strictestLookAlikes,
} from "@gatehouse/engine/policy/evaluation";
import type pg from "pg";
import Cursor from "pg-cursor";

/** A page fits into the buffer of the connection, so that the database can go on. */
const rowsPerPage = 500;

interface ReadRow {
  id: number;
  module: EventModule;
  atMs: number;
  gateId: number;
  gateName: string;
  direction: GateType;
  plate: string | null;
  tag: string | null;
  isGranted: boolean;
  reason: string;
  passageOf: number | null;
  confidence: number | null;
  reasonCode: AccessReason | null;
  nearestFix: string | null;
  policyVersion: number | null;
  candidates: string | null;
  /** Only if they may contain facts about the vehicle. */
  steps: string | null;
}

const selectReads = `
  select e.id, e.module, date_part('epoch', e."receivedAt") * 1000 as "atMs", e."gateId",
    coalesce(e."gateName", '') as "gateName", e.direction, e."plateNormalized" as plate, e."tagNormalized" as tag,
    e."isGranted", e.reason, e."passageOf", e.confidence, e.trace->>'reasonCode' as "reasonCode",
    case when not e."isGranted" then e.trace->>'nearestFix' end as "nearestFix",
    (e.trace->>'policyVersion')::integer as "policyVersion", (e.trace->'candidates')::text as candidates,
    case when e."passageOf" is not null or position($3 in e.reason) > 0 or starts_with(e.reason, $4)
      or e."plateNormalized" = any($5) then (e.trace->'steps')::text end as steps
  from events e
  where e."occurredAt" >= $1 and e."occurredAt" < $2 and e."gateId" is not null and e."isGranted" is not null
    and e.direction is not null and e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL')`;

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** What is looked up besides the events. */
interface Known {
  readonly failed: ReadonlySet<number>;
  readonly lookAlikes: ReadonlyMap<string, LookAlike>;
  readonly subjects: SubjectReader;
  readonly texts: Texts;
}

/** Loads the decided reads of a period in the order of their decisions. */
export async function loadPastReads(
  client: pg.Client,
  period: Period,
  onPage: (count: number) => Promise<void>,
): Promise<PastRead[]> {
  const known: Known = {
    failed: await loadFailedOpenings(client, period),
    lookAlikes: await loadLookAlikes(client),
    subjects: new SubjectReader(await loadUnlimitedPasses(client)),
    texts: new Texts(),
  };
  const reads: PastRead[] = [];
  const tags: PastRead[] = [];
  await fetchRows(client, { period, plates: [...known.lookAlikes.keys()] }, (rows) => {
    for (const row of rows) {
      const read = toPastRead(row, known);
      reads.push(read);
      if (row.plate === null) tags.push(read);
    }
    return onPage(reads.length);
  });
  const plates = await loadPlatesOfTags(client, tags);
  const vehicles = plates.size === 0 ? reads : reads.map((read) => withPlate(read, plates));
  return vehicles.sort((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
}

/** Asks for the next page before a page is handled, so that both happen at once. */
async function fetchRows(
  client: pg.Client,
  { period: { from, to }, plates }: { period: Period; plates: readonly string[] },
  onRows: (rows: readonly ReadRow[]) => Promise<void>,
): Promise<void> {
  const { denyList, lookAlike } = reasonWords;
  const cursor = client.query(new Cursor<ReadRow>(selectReads, [from, to, denyList, lookAlike, plates]));
  for (let page = cursor.read(rowsPerPage); ; ) {
    const rows = await page;
    if (rows.length < rowsPerPage) {
      await onRows(rows);
      break;
    }
    page = cursor.read(rowsPerPage);
    await onRows(rows);
  }
  await cursor.close();
}

/** The events whose barrier did not open, so no vehicle passed. */
async function loadFailedOpenings(client: pg.Client, { from, to }: { from: Date; to: Date }): Promise<Set<number>> {
  const { rows } = await client.query<{ eventId: number }>(
    `select "eventId" from commands
     where kind = 'open' and "eventId" is not null and at >= $1 and at < $2 and state = any($3)`,
    [from, to, [...failedCommandStates]],
  );
  return new Set(rows.map(({ eventId }) => eventId));
}

async function loadUnlimitedPasses(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>("select id from access_passes where uses is null");
  return new Set(rows.map(({ id }) => id));
}

/** Keeps each distinct text once: the same string is found faster in the maps of a replay than an equal one. */
class Texts {
  private readonly known = new Map<string, string>();

  of<Text extends string>(text: Text): Text {
    const found = this.known.get(text);
    if (found !== undefined) return found as Text;
    this.known.set(text, text);
    return text;
  }
}

/** Parses candidates once for each distinct text: those of a vehicle rarely change. */
class SubjectReader {
  private readonly known = new Map<string, readonly PastSubject[]>();
  private readonly unlimitedPasses: ReadonlySet<number>;

  constructor(unlimitedPasses: ReadonlySet<number>) {
    this.unlimitedPasses = unlimitedPasses;
  }

  of(text: string | null): readonly PastSubject[] {
    if (text === null) return [];
    const found = this.known.get(text);
    if (found) return found;
    const subjects = (JSON.parse(text) as StoredCandidate[]).map((candidate) => {
      const subject = toPastSubject(unpackCandidate(candidate));
      return subject.kind === "pass" && this.unlimitedPasses.has(subject.id)
        ? { ...subject, isCounted: false }
        : subject;
    });
    this.known.set(text, subjects);
    return subjects;
  }
}

/** What plates require at present; a plate may look like several others. */
async function loadLookAlikes(client: pg.Client): Promise<Map<string, LookAlike>> {
  const { rows } = await client.query<LookAlike & { plate: string }>(
    `select one as plate, other, requirement from access_look_alikes
     union all select other, one, requirement from access_look_alikes`,
  );
  return strictestLookAlikes(rows);
}

/** The plate of the vehicle that a tag belongs to, by the id of the tag's identifier. */
async function loadPlatesOfTags(client: pg.Client, reads: readonly PastRead[]): Promise<Map<number, string>> {
  const ofTags = reads.flatMap(({ subjects }) => subjects.filter(({ kind }) => kind === "identifier"));
  const ids = [...new Set(ofTags.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const { rows: found } = await client.query<{ id: number; lp: string }>(
    "select id, lp from identifiers where id = any($1) and lp is not null",
    [ids],
  );
  return new Map(found.map(({ id, lp }) => [id, normalizeIdentifier(lp)]));
}

/** The vehicle of a tag is its registered plate. */
function withPlate(read: PastRead, plates: ReadonlyMap<number, string>): PastRead {
  if (read.module !== "RFID_ACCESS_CONTROL") return read;
  const known = read.subjects.find(({ kind, id }) => kind === "identifier" && plates.get(id));
  return known ? { ...read, vehicle: plates.get(known.id) ?? read.vehicle } : read;
}

const noLists: readonly ListedEntry[] = [];

function toPastRead(row: ReadRow, { failed, lookAlikes, subjects, texts }: Known): PastRead {
  const { plate, confidence, steps } = row;
  const present = { lookAlike: plate === null ? undefined : lookAlikes.get(plate), confidence };
  const facts = steps === null ? undefined : toPastFacts(unpackSteps(JSON.parse(steps), []), present);
  return {
    id: row.id,
    module: texts.of(row.module),
    at: new Date(row.atMs),
    gateId: row.gateId,
    gateName: texts.of(row.gateName),
    direction: texts.of(row.direction),
    vehicle: texts.of(plateOrTagOf(plate, row.tag)),
    isGranted: row.isGranted,
    reasonCode: row.reasonCode && texts.of(row.reasonCode),
    reason: texts.of(row.reason),
    nearestFix: row.nearestFix,
    passageOf: row.passageOf,
    isConfirmed: !failed.has(row.id),
    subjects: subjects.of(row.candidates),
    lists: facts?.lists ?? noLists,
    lookAlike: facts?.lookAlike,
    policyVersion: row.policyVersion,
  };
}
