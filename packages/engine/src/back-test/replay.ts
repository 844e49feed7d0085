import type { PassageResult } from "@gatehouse/contract/entities/access/back-test";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import { isWithin } from "../policy/areas.ts";
import type { Policy } from "../policy/policy.ts";
import type { PastRead } from "./past-read.ts";
import { type Decided, type ReplayPolicy, World } from "./world.ts";

/** Codes of decisions that come before the rules, so that no rule changes them. */
const overriding: ReadonlySet<AccessReason | null> = new Set([
  "allow.hold-open",
  "allow.evacuate",
  "deny.lockdown",
] satisfies AccessReason[]);

/** Whether an override decided about the read. */
const isOverridden = ({ reasonCode }: PastRead): boolean => overriding.has(reasonCode);

/** A policy that is tried out on recorded reads. */
class Side {
  readonly world: World;
  private readonly policy: Policy;
  /** The vehicles whose recorded entry the policy denied, and where they would be. */
  private readonly deniedEntries = new Map<string, { readonly areaId: number | null }>();

  constructor(tried: ReplayPolicy, passageSeconds: number) {
    this.policy = tried.policy;
    this.world = new World(tried, passageSeconds);
  }

  /**
   * What the policy decides. `verify` returns the recorded decision and whether a fact is missing for it; it is only asked
   * where the policy changes something. `sofar` is the decision about earlier reads of the passage. The trace is only
   * complete if it is wanted, or if the policy changes something.
   */
  decide(read: PastRead, verify: () => Decided, sofar: Decided, isTraced: boolean): Decided {
    if (sofar.isGranted && this.world.hasGranted(read)) return sofar;
    const gate = this.world.gateOf(read);
    if (!gate || isOverridden(read)) {
      this.world.apply(read, read.isGranted);
      const fact = verify();
      return isOverridden(read) ? fact : { ...fact, missing: fact.missing ?? "The gate, which was deleted" };
    }
    const { result: quick, missing } = this.world.evaluate(read, gate, isTraced);
    const isSame = quick.isGranted === read.isGranted && missing === null;
    const result = isSame || isTraced ? quick : this.world.evaluate(read, gate, true).result;
    const lacking = isSame ? null : (verify().missing ?? missing);
    const isGranted = lacking === null ? result.isGranted : read.isGranted;
    this.world.apply(read, isGranted);
    return { isGranted, missing: lacking, verdict: result };
  }

  /** Remembers a denied entry: what the vehicle did inside did not happen. */
  noteEntry(read: PastRead, { isGranted, missing }: Decided): void {
    if (read.direction !== "N") return;
    if (read.isGranted && !isGranted && missing === null)
      this.deniedEntries.set(read.vehicle, { areaId: this.world.areasOf(read).to });
    else this.deniedEntries.delete(read.vehicle);
  }

  /** Whether the read does not happen, because the vehicle was not let in before. */
  isRemoved(read: PastRead): boolean {
    const denied = this.deniedEntries.get(read.vehicle);
    if (!denied) return false;
    const isExit = read.direction === "X";
    const { from, to } = this.world.areasOf(read);
    if (denied.areaId === null || from === null) {
      if (isExit) this.deniedEntries.delete(read.vehicle);
      return isExit;
    }
    const { areas } = this.policy;
    const isThere = isWithin(areas, from, denied.areaId) || (isExit && isWithin(areas, denied.areaId, from));
    if (!isThere || this.world.site.isIn(read.vehicle, from)) return false;
    if (to === null || !isWithin(areas, to, denied.areaId)) this.deniedEntries.delete(read.vehicle);
    return true;
  }
}

/** What a replay needs besides the reads. */
export interface ReplayOptions {
  readonly draft: ReplayPolicy;
  /** Compares with this policy; null: with the recorded decisions. */
  readonly against: ReplayPolicy | null;
  /** The policy that decided a read; null if it is not stored any more. */
  recordedFor(read: PastRead): ReplayPolicy | null;
  readonly passageSeconds: number;
  /** The vehicles that have been inside since before the first read. */
  readonly inside: readonly InsideVehicle[];
  /** Called with the first read of each passage, the site under the draft, and the decision that it is compared with. */
  readonly observe?: (read: PastRead, world: World, before: Decided) => void;
}

/** A vehicle that is inside when the replay starts. */
export interface InsideVehicle {
  readonly vehicle: string;
  readonly areaId: number;
  readonly groupIds: readonly number[];
}

/** One passage: all reads of a vehicle at a gate within the passage time. */
export interface ReplayedPassage {
  readonly lead: PastRead;
  before: Decided;
  after: Decided;
  /** It does not happen, because the vehicle was not let in before. */
  isRemoved: boolean;
  /** The fact that history lacks. */
  missing: string | null;
  /** Server time of the read that the passage time counts from. */
  since: number;
}

/** What the draft changes about a passage. */
export function resultOf({ before, after, missing }: ReplayedPassage): PassageResult {
  if (missing !== null) return "undecidable";
  if (before.isGranted === after.isGranted) return "unchanged";
  return after.isGranted ? "newly-allowed" : "newly-denied";
}

/**
 * Replays reads in their order under a draft policy, beside the recorded one. Pass the reads in pages, then look
 * at `passages`. Where the draft changes a decision, the recorded rules are evaluated too: if they give another result
 * than recorded, history lacks a fact.
 */
export class Replay {
  readonly passages: ReplayedPassage[] = [];
  private readonly recorded: World;
  private readonly draft: Side;
  private readonly against: Side | null;
  private readonly options: ReplayOptions;
  /** The latest passage of each vehicle, by gate. */
  private readonly open = new Map<number, Map<string, ReplayedPassage>>();

  constructor(options: ReplayOptions, start: Date, first: ReplayPolicy | null) {
    const { draft, against, passageSeconds, inside } = options;
    this.options = options;
    this.recorded = new World(first ?? draft, passageSeconds);
    this.draft = new Side(draft, passageSeconds);
    this.against = against && new Side(against, passageSeconds);
    for (const world of [this.recorded, this.draft.world, ...(this.against ? [this.against.world] : [])])
      for (const { vehicle, areaId, groupIds } of inside) world.startInside(vehicle, areaId, groupIds, start);
  }

  /** The sites that the results compare. */
  get worlds(): { before: World; after: World } {
    return { before: this.against?.world ?? this.recorded, after: this.draft.world };
  }

  /** Replays the next reads. */
  run(reads: readonly PastRead[]): void {
    for (const read of reads) this.step(read);
  }

  private step(read: PastRead): void {
    const recorded = this.options.recordedFor(read);
    if (recorded) this.recorded.use(recorded);
    const passage = this.passageOf(read);
    let fact: Decided | undefined;
    const verify = () => {
      fact ??= this.verify(read, recorded);
      return fact;
    };
    const { against, draft } = this;
    const isRemoved = draft.isRemoved(read);
    const isRemovedBefore = against?.isRemoved(read) ?? false;
    passage.isRemoved ||= isRemoved || isRemovedBefore;
    // A decision as recorded changes nothing, so its trace is not shown unless it is compared with another one.
    const isTraced = against !== null || resultOf(passage) !== "unchanged";
    const before = against && !isRemovedBefore ? trySide(against, read, verify, passage.before, isTraced) : null;
    const after = isRemoved ? passage.after : trySide(draft, read, verify, passage.after, isTraced);
    this.recorded.apply(read, read.isGranted);
    const compared = before ?? fact ?? withoutTrace(read.isGranted);
    if (passage.lead === read && !passage.isRemoved) this.options.observe?.(read, draft.world, compared);
    update(passage, compared, after);
  }

  /** The passage that the read belongs to. */
  private passageOf(read: PastRead): ReplayedPassage {
    const atGate = this.open.get(read.gateId) ?? new Map<string, ReplayedPassage>();
    this.open.set(read.gateId, atGate);
    const found = atGate.get(read.vehicle);
    const at = read.at.getTime();
    const isSame = found && (read.passageOf !== null || at - found.since <= this.options.passageSeconds * 1000);
    if (isSame) {
      if (read.passageOf === null) found.since = at;
      return found;
    }
    const none = withoutTrace(false);
    const passage = { lead: read, before: none, after: none, isRemoved: false, missing: null, since: at };
    atGate.set(read.vehicle, passage);
    this.passages.push(passage);
    return passage;
  }

  /** The recorded decision, and whether the recorded rules give it again. */
  private verify(read: PastRead, recorded: ReplayPolicy | null): Decided {
    const { isGranted, reasonCode: code, reason, nearestFix: fix } = read;
    const given = (missing: string | null, verdict: Decided["verdict"]): Decided => ({ isGranted, missing, verdict });
    if (read.passageOf !== null) return given(null, null);
    if (code !== null && isOverridden(read)) return given(null, { isGranted, code, reason, fix, steps: [] });
    if (!recorded) return given("The rules of that time", null);
    const gate = this.recorded.gateOf(read);
    if (!gate) return given("The gate of that time", null);
    const { result } = this.recorded.evaluate(read, gate, true);
    return given(result.isGranted === isGranted ? null : "A fact that the recorded decision used", result);
  }
}

const granted: Decided = { isGranted: true, missing: null, verdict: null };
const denied: Decided = { isGranted: false, missing: null, verdict: null };

/** Traces are only shown where something changed. */
const withoutTrace = (isGranted: boolean): Decided => (isGranted ? granted : denied);

function trySide(side: Side, read: PastRead, verify: () => Decided, sofar: Decided, isTraced: boolean): Decided {
  const decided = side.decide(read, verify, sofar, isTraced);
  side.noteEntry(read, decided);
  return decided;
}

/** A passage is granted if one of its reads is. */
function update(passage: ReplayedPassage, before: Decided, after: Decided): void {
  if (before.isGranted || !passage.before.isGranted) passage.before = withVerdict(before, passage.before);
  if (after.isGranted || !passage.after.isGranted) passage.after = withVerdict(after, passage.after);
  passage.missing ??= before.missing ?? after.missing;
  if (resultOf(passage) !== "unchanged") return;
  passage.before = withoutTrace(passage.before.isGranted);
  passage.after = withoutTrace(passage.after.isGranted);
}

/** Further reads of a passage have no verdict of their own. */
const withVerdict = (next: Decided, last: Decided): Decided =>
  next.verdict === null && next.isGranted === last.isGranted ? { ...next, verdict: last.verdict } : next;
