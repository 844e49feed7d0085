import { addTo, countIn } from "@gatehouse/contract/collections";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import { isWithin, joinPassage, type Passage } from "../passage/passage.ts";
import { evaluatePolicy } from "../policy/evaluate.ts";
import type { RuleResult, Subject } from "../policy/evaluation.ts";
import { type Policy, passageAreas, type RuleGate } from "../policy/policy.ts";
import { type PastRead, type PastSubject, toSubjects, toUnidentified } from "./past-read.ts";
import { SimulatedSite } from "./simulated-site.ts";

/** A policy with what belongs to it: its gates and who was in which group. */
export interface ReplayPolicy {
  readonly policy: Policy;
  readonly gates: ReadonlyMap<number, RuleGate>;
  /** The groups of an identifier; at the time of the read for a recorded policy. */
  groupsOf(identifierId: number, at: Date): readonly number[];
}

/** A decision in a world. */
export interface Decided {
  readonly isGranted: boolean;
  /** Why history does not tell; the recorded decision stands. */
  readonly missing: string | null;
  readonly verdict: Pick<RuleResult, "isGranted" | "code" | "reason" | "fix" | "steps"> | null;
}

interface PastPassage {
  readonly eventId: number;
  readonly vehicle: string;
  readonly at: Date;
  readonly module: string;
  readonly isGranted: boolean;
  /** What identified the vehicle. */
  readonly subjects: readonly Subject[];
}

/** The site as it develops under one policy. */
export class World {
  readonly site: SimulatedSite;
  private current: ReplayPolicy;
  private readonly passageSeconds: number;
  private known: { read: PastRead; policy: ReplayPolicy; subjects: readonly Subject[] } | undefined;
  /** The latest passage of each vehicle, by gate. */
  private readonly passages = new Map<number, Map<string, PastPassage>>();
  /** Entries by reservation or pass, compared with the recorded ones. */
  private readonly extraUses = new Map<string, number>();

  constructor(start: ReplayPolicy, passageSeconds: number) {
    this.current = start;
    this.site = new SimulatedSite(start.policy);
    this.passageSeconds = passageSeconds;
  }

  use(next: ReplayPolicy): void {
    if (next === this.current) return;
    this.current = next;
    this.site.usePolicy(next.policy);
  }

  gateOf({ gateId }: PastRead): RuleGate | undefined {
    return this.current.gates.get(gateId);
  }

  areasOf(read: PastRead): { from: number | null; to: number | null } {
    const gate = this.gateOf(read);
    return gate ? passageAreas(gate, read.direction) : { from: null, to: null };
  }

  /** What the policy decides about a read, and whether a fact is missing for it. Steps are complete if they are traced. */
  evaluate(read: PastRead, gate: RuleGate, isTraced: boolean): { result: RuleResult; missing: string | null } {
    const { policy } = this.current;
    const { occupancy } = this.site;
    const other = this.findOtherFactor(read);
    const result = evaluatePolicy({
      policy,
      gate,
      direction: read.direction,
      now: read.at,
      subjects: withOther(this.subjectsOf(read), policy.requiresBothFactors ? other : undefined),
      unidentified: toUnidentified(read),
      lists: read.lists,
      presence: this.site.presenceOf(read.vehicle),
      occupancy,
      hasBothFactors: other !== undefined,
      lookAlike: read.lookAlike,
      isTraced,
    });
    return { result, missing: this.findMissing(read, result.code) };
  }

  /** The groups of what identified the vehicle; null if nothing did. */
  groupIdsOf(read: PastRead): readonly number[] | null {
    const subjects = this.subjectsOf(read);
    return subjects.length === 0 ? null : groupsOfAll(subjects);
  }

  /** Whether the read belongs to a passage that was granted before. */
  hasGranted(read: PastRead): boolean {
    return this.recentPassage(read)?.isGranted ?? false;
  }

  /** Applies a decision: the passage, presence and uses. */
  apply(read: PastRead, isGranted: boolean): void {
    if (this.join(read, isGranted).isNew) this.remember(read, isGranted);
    if (read.direction === "N") this.countUse(read, isGranted);
    if (!isGranted || !read.isConfirmed) return;
    const groupIds = groupsOfAll(this.subjectsOf(read));
    const isUnpaired = !read.isGranted && read.direction === "N";
    this.site.pass(read.vehicle, this.areasOf(read), { at: read.at, groupIds, isUnpaired });
  }

  /** The vehicle was inside before the first read. */
  startInside(vehicle: string, areaId: number, groupIds: readonly number[], at: Date): void {
    if (!this.current.policy.areas.has(areaId) || this.site.presenceOf(vehicle)) return;
    this.site.pass(vehicle, { from: null, to: areaId }, { at, groupIds, isUnpaired: false });
  }

  private groupsOf({ kind, id }: PastSubject, at: Date): readonly number[] {
    return kind === "identifier" ? this.current.groupsOf(id, at) : noGroups;
  }

  /** The passage that the read may belong to. */
  private recentPassage({ gateId, vehicle, at }: PastRead): PastPassage | undefined {
    const past = this.passages.get(gateId)?.get(vehicle);
    return past && isWithin(past.at, at, this.passageSeconds) ? past : undefined;
  }

  private remember(read: PastRead, isGranted: boolean): void {
    const { id: eventId, gateId, vehicle, at, module } = read;
    const atGate = this.passages.get(gateId) ?? new Map<string, PastPassage>();
    this.passages.set(gateId, atGate);
    atGate.set(vehicle, { eventId, vehicle, at, module, isGranted, subjects: this.subjectsOf(read) });
  }

  /** Kept for the last read, because evaluating and applying it both need them. */
  private subjectsOf(read: PastRead): readonly Subject[] {
    const { current, known } = this;
    if (known?.read === read && known.policy === current) return known.subjects;
    const subjects = toSubjects(read, current.policy.hasRules, (subject) => this.groupsOf(subject, read.at));
    this.known = { read, policy: current, subjects };
    return subjects;
  }

  private join(read: PastRead, isGranted: boolean): Passage {
    const past = this.recentPassage(read);
    if (!past) return newPassage;
    const { vehicle, at } = read;
    return joinPassage([past], { vehicle, at, isGranted }, this.passageSeconds);
  }

  /** As in a live decision: a tag must be valid. */
  private findOtherFactor(read: PastRead): PastPassage | undefined {
    const past = this.recentPassage(read);
    if (!past || past.module === read.module) return undefined;
    return past.module === "RFID_ACCESS_CONTROL" && past.subjects.length === 0 ? undefined : past;
  }

  private countUse(read: PastRead, isGranted: boolean): void {
    const step = Number(isGranted) - Number(read.isGranted);
    if (step === 0 || read.passageOf !== null) return;
    for (const { kind, id, isCounted } of read.subjects) if (isCounted) addTo(this.extraUses, `${kind} ${id}`, step);
  }

  private findMissing({ subjects, vehicle }: PastRead, code: AccessReason): string | null {
    const changed =
      this.extraUses.size > 0 &&
      subjects.find(({ kind, id, isCounted }) => isCounted && countIn(this.extraUses, `${kind} ${id}`) !== 0);
    if (changed) return `How often ${changed.kind} ${changed.name} would have been used`;
    if ((code === "deny.area-full" || code === "deny.quota-full") && this.site.hasUnpaired)
      return "When newly allowed vehicles would have left";
    if (code === "deny.passback" && this.site.presenceOf(vehicle)?.isUnpaired)
      return "When newly allowed vehicles would have left";
    return null;
  }
}

const noGroups: readonly number[] = [];

function groupsOfAll([first, ...others]: readonly Subject[]): readonly number[] {
  if (!first || others.length === 0) return first?.groupIds ?? noGroups;
  return [...new Set([first, ...others].flatMap(({ groupIds }) => groupIds))];
}

const newPassage: Passage = { isNew: true };

/** The identifiers of both factors count, whichever was read last. */
function withOther(subjects: readonly Subject[], other: PastPassage | undefined): readonly Subject[] {
  if (!other) return subjects;
  const added = other.subjects.filter(
    ({ kind, id }) => kind === "identifier" && subjects.every((own) => own.kind !== kind || own.id !== id),
  );
  return [...subjects, ...added];
}
