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
export const isOverridden = ({ reasonCode }: PastRead): boolean => overriding.has(reasonCode);

/** A policy that is tried out on recorded reads. */
export class Side {
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
