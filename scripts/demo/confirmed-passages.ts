import type { EventModule } from "../../packages/contract/src/events/event-module.ts";
import { type AccessState, confirmPassage, type PassageHold } from "../../packages/engine/src/decision/access-state.ts";
import type { Outcome } from "../../packages/engine/src/decision/outcome.ts";

/** A vehicle inside, and the event that it is known by. */
export interface InsideVehicle {
  readonly vehicle: string;
  readonly areaId: number;
  readonly since: Date;
  readonly eventId: number;
  readonly eventModule: EventModule;
  readonly groupIds: readonly number[];
}

type Hold = PassageHold & { readonly module: EventModule };

/** Confirms granted passages as the server does: by a loop, by a read elsewhere, or when the passage time is over. */
export class ConfirmedPassages {
  readonly inside = new Map<string, InsideVehicle>();
  readonly passUses: { readonly passId: number; readonly eventId: number; readonly at: Date }[] = [];
  private holds: Hold[] = [];
  private readonly access: AccessState | undefined;
  private readonly passageMs: number;

  constructor(access: AccessState | undefined, passageSeconds: number) {
    this.access = access;
    this.passageMs = passageSeconds * 1_000;
  }

  /** Confirms what is due before an event is decided. */
  confirmDue(at: Date): void {
    this.confirmWhere((hold) => hold.at.getTime() + this.passageMs <= at.getTime());
  }

  /** Confirms what an event shows, and holds the passage that it grants. */
  apply({ seen, hold, event }: Outcome, countedGateId: number | undefined): void {
    if (seen)
      this.confirmWhere((one) => one.vehicle === seen.vehicle && (one.gateId !== seen.gateId || seen.hasPassed));
    const counted = this.holds.find(({ gateId }) => gateId === countedGateId);
    if (counted) this.confirmWhere((one) => one === counted);
    if (hold) this.holds.push({ ...hold, module: event.module });
  }

  private confirmWhere(isConfirmed: (hold: Hold) => boolean): void {
    const { confirmed = [], waiting = [] } = Object.groupBy(this.holds, (hold) =>
      isConfirmed(hold) ? "confirmed" : "waiting",
    );
    if (confirmed.length === 0) return;
    this.holds = waiting;
    for (const hold of confirmed) this.confirm(hold);
  }

  private confirm(hold: Hold): void {
    const { vehicle, toAreaId, at, eventId, module, groupIds, passId, direction } = hold;
    if (this.access) confirmPassage(this.access, hold);
    if (passId !== null && direction === "N") this.passUses.push({ passId, eventId, at });
    if (toAreaId === null) this.inside.delete(vehicle);
    else this.inside.set(vehicle, { vehicle, areaId: toAreaId, since: at, eventId, eventModule: module, groupIds });
  }
}
