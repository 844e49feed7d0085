import type { KnownIdentifier, KnownReservation } from "../src/access/access.ts";
import { decideAccess } from "../src/access/decide.ts";
import { type PlannedCommand, planCommands } from "../src/commands/plan.ts";
import type { BaseVariable, Step } from "../src/counting/base-variable.ts";
import { countSlots, type SlotReport } from "../src/counting/slots.ts";
import { countPulse, countTag, countVehicles, type VehicleCount } from "../src/counting/vehicles.ts";
import { joinPassage, type PastDecision } from "../src/passage/passage.ts";
import { occurrenceOf } from "../src/timing/timing.ts";
import { asked, identifier, reservation } from "./question.ts";

/** What a device of the site sends, with its own id. */
export type SiteEvent = { readonly id: number; readonly at: Date; readonly receivedAt: Date } & (
  | { readonly kind: "read"; readonly gate: "N" | "X"; readonly plate: string; readonly by: "LICENSE_PLATE" | "RFID" }
  | ({ readonly kind: "count" } & VehicleCount)
  | { readonly kind: "slots"; readonly slots: SlotReport["slots"] }
  | { readonly kind: "loop" }
);

/** A command that went out, and for which event. */
export type Sent = { readonly eventId: number; readonly vehicle: string; readonly at: Date } & PlannedCommand;

const variable = (id: number, over: Partial<BaseVariable> = {}): BaseVariable => ({
  id,
  direction: null,
  vehicleClass: null,
  slot: null,
  current: 0,
  ...over,
});

/** One plate that is always known, one that is booked for one use, one that nobody knows. */
export const plates = ["KNOWN", "BOOKED", "STRANGER"] as const;
const identifiers: Record<string, KnownIdentifier[]> = { KNOWN: [identifier({ vehicle: "KNOWN" })] };
const booking = reservation({
  vehicle: "BOOKED",
  validFrom: new Date("2026-03-10T00:00:00Z"),
  validTo: new Date("2026-03-11T00:00:00Z"),
});

/** A small site that does with the engine what the server does, and keeps in memory what the server stores. */
export class Site {
  readonly sent: Sent[] = [];
  private readonly taken = new Set<number>();
  private readonly passages: Record<"N" | "X", PastDecision[]> = { N: [], X: [] };
  private readonly uses = { N: 0, X: 0 };
  private readonly told = new Map<number, Date>();
  private variables: BaseVariable[] = [
    variable(1, { direction: "N", vehicleClass: "2w" }),
    variable(2, { direction: "N", vehicleClass: "4w" }),
    variable(3, { direction: "X", vehicleClass: "2w" }),
    variable(4, { direction: "X", vehicleClass: "4w" }),
    variable(5, { slot: "A1", current: 1 }),
    variable(6, { slot: "A2", current: 1 }),
    variable(7, { direction: "N" }),
    variable(8, { direction: "N" }),
    variable(9, { direction: "X" }),
  ];

  /** Takes in what a device sent; what it sent before is left alone. */
  receive(event: SiteEvent): void {
    if (this.taken.has(event.id)) return;
    this.taken.add(event.id);
    this.move(this.stepsOf(event));
  }

  /** The values of the base variables and the uses of the booking. */
  get counts() {
    return { values: this.variables.map(({ id, current }) => [id, current]), uses: { ...this.uses } };
  }

  private stepsOf(event: SiteEvent): readonly Step[] {
    switch (event.kind) {
      case "read":
        return this.pass(event);
      case "count":
        return countVehicles(event, this.variables.slice(0, 4), true).steps;
      case "slots":
        return this.fill(event);
      case "loop":
        return countPulse(this.variables.slice(6, 7), true).steps;
    }
  }

  private pass({ id, at, receivedAt, gate, plate, by }: Extract<SiteEvent, { kind: "read" }>): readonly Step[] {
    const { timing } = occurrenceOf({ at, receivedAt, freshSeconds: 30 });
    const used: KnownReservation = { ...booking, entries: this.uses.N, exits: this.uses.X };
    const decision = decideAccess(
      asked({
        read: { type: by, raw: plate, normalized: plate },
        now: receivedAt,
        timing,
        gate: { id: gate === "N" ? 1 : 2, name: gate, type: gate },
        identifiers: identifiers[plate] ?? [],
        reservations: plate === "BOOKED" ? [used] : [],
      }),
    );
    if (decision.trace.isGranted === null) return [];
    const { vehicle, isGranted } = decision;
    const { isNew } = joinPassage(this.passages[gate], { vehicle, isGranted, at: receivedAt }, 10);
    if (!isNew) return [];
    this.passages[gate].push({ eventId: id, vehicle, isGranted, at: receivedAt });
    if (decision.grant?.kind === "reservation") this.uses[gate] += 1;
    const barrier = { id: gate === "N" ? 1 : 2, name: "Boom" };
    const commands = planCommands({ ...decision, isNew }, { barrier, buzzer: null, displays: [] });
    this.sent.push(...commands.map((command) => ({ ...command, eventId: id, vehicle, at: receivedAt })));
    const reader = gate === "N" ? this.variables.slice(7, 8) : this.variables.slice(8, 9);
    return by === "RFID" ? countTag({ isGranted, isNew }, reader) : [];
  }

  private fill({ at, slots }: Extract<SiteEvent, { kind: "slots" }>): readonly Step[] {
    const known = this.variables.slice(4, 6).map((slot) => ({ ...slot, toldAt: this.told.get(slot.id) ?? null }));
    const { steps, toldIds } = countSlots({ occurredAt: at, slots }, known, true);
    for (const id of toldIds) this.told.set(id, at);
    return steps;
  }

  private move(steps: readonly Step[]): void {
    const deltas = new Map(steps.map(({ variableId, delta }) => [variableId, delta]));
    this.variables = this.variables.map((one) => ({ ...one, current: one.current + (deltas.get(one.id) ?? 0) }));
  }
}
