import type { Candidate, DecisionStep } from "@gatehouse/contract/entities/event/event.schema";
import type { AccessReason } from "@gatehouse/contract/events/access-reason";
import { failedCommandStates } from "@gatehouse/contract/events/command-state";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { type PastRead, type PastSubject, toPastSubject } from "@gatehouse/engine/back-test/past-read";
import type { ListedEntry } from "@gatehouse/engine/policy/evaluation";
import type pg from "pg";
import Cursor from "pg-cursor";

const rowsPerPage = 5_000;

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
  reasonCode: AccessReason | null;
  nearestFix: string | null;
  policyVersion: number | null;
  candidates: string | null;
  /** Only if the vehicle was on a list. */
  steps: string | null;
}

// The trace is unpacked once for each row.
const selectReads = `
  select e.id, e.module, extract(epoch from e."receivedAt")::float8 * 1000 as "atMs", e."gateId",
    coalesce(e."gateName", '') as "gateName", e.direction, e."plateNormalized" as plate, e."tagNormalized" as tag,
    e."isGranted", e.reason, e."passageOf", t."reasonCode", t."nearestFix", t."policyVersion",
    t.candidates::text as candidates,
    case when t.steps @? '$[*] ? (@.step == "deny-list" && exists(@.facts.entry))' then t.steps::text end as steps
  from events e, jsonb_to_record(e.trace) as t(
    "reasonCode" text, "nearestFix" text, "policyVersion" integer, candidates jsonb, steps jsonb)
  where e."occurredAt" >= $1 and e."occurredAt" < $2 and e."gateId" is not null and e."isGranted" is not null
    and e.direction is not null and e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL')`;

/** Loads the decided reads of a period in the order of their decisions. */
export async function loadPastReads(
  client: pg.Client,
  period: { from: Date; to: Date },
  onPage: (count: number) => void,
): Promise<PastRead[]> {
  const failed = await loadFailedOpenings(client, period);
  const rows = await fetchRows(client, period, onPage);
  const subjects = new SubjectReader(await loadUnlimitedPasses(client));
  const plates = await loadPlatesOfTags(client, rows, subjects);
  return rows
    .map((row) => toPastRead(row, { failed, plates, subjects: subjects.of(row.candidates) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
}

async function fetchRows(
  client: pg.Client,
  { from, to }: { from: Date; to: Date },
  onPage: (count: number) => void,
): Promise<ReadRow[]> {
  const cursor = client.query(new Cursor<ReadRow>(selectReads, [from, to]));
  const rows: ReadRow[] = [];
  for (;;) {
    const page = await cursor.read(rowsPerPage);
    for (const row of page) rows.push(row);
    onPage(rows.length);
    if (page.length < rowsPerPage) break;
  }
  await cursor.close();
  return rows;
}

/** The events whose barrier did not open, so that nobody passed. */
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
    const subjects = (JSON.parse(text) as Candidate[]).map((candidate) => {
      const subject = toPastSubject(candidate);
      return subject.kind === "pass" && this.unlimitedPasses.has(subject.id)
        ? { ...subject, isCounted: false }
        : subject;
    });
    this.known.set(text, subjects);
    return subjects;
  }
}

/** The plate of the vehicle that a tag belongs to, by the id of the tag's identifier. */
async function loadPlatesOfTags(
  client: pg.Client,
  rows: readonly ReadRow[],
  subjects: SubjectReader,
): Promise<Map<number, string>> {
  const ofTags = rows.filter(({ tag }) => tag !== null).flatMap(({ candidates }) => subjects.of(candidates));
  const ids = [...new Set(ofTags.filter(({ kind }) => kind === "identifier").map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const { rows: found } = await client.query<{ id: number; lp: string }>(
    "select id, lp from identifiers where id = any($1) and lp is not null",
    [ids],
  );
  return new Map(found.map(({ id, lp }) => [id, normalizeIdentifier(lp)]));
}

function toPastRead(
  row: ReadRow,
  known: { failed: ReadonlySet<number>; plates: ReadonlyMap<number, string>; subjects: readonly PastSubject[] },
): PastRead {
  const { subjects } = known;
  const plateOfTag = subjects.map(({ kind, id }) => (kind === "identifier" ? known.plates.get(id) : undefined));
  return {
    id: row.id,
    module: row.module,
    at: new Date(row.atMs),
    gateId: row.gateId,
    gateName: row.gateName,
    direction: row.direction,
    vehicle: row.plate ?? plateOfTag.find((plate) => plate) ?? row.tag ?? "",
    isGranted: row.isGranted,
    reasonCode: row.reasonCode,
    reason: row.reason,
    nearestFix: row.nearestFix,
    passageOf: row.passageOf,
    isConfirmed: !known.failed.has(row.id),
    subjects,
    lists: row.steps === null ? [] : toListed(JSON.parse(row.steps) as DecisionStep[]),
    policyVersion: row.policyVersion,
  };
}

/** The entry of the deny list that a step recorded. */
const toListed = (steps: readonly DecisionStep[]): ListedEntry[] =>
  steps
    .filter(({ step, facts }) => step === "deny-list" && typeof facts.entry === "number")
    .map(({ text, facts }) => {
      const [iid = "", reason = ""] = text.split(" is on the deny list: ");
      return { id: Number(facts.entry), kind: "deny", iid, reason, until: null };
    });
