import type { Check } from "@gatehouse/contract/entities/event/event.schema";
import { sentenceTime } from "@gatehouse/contract/fields/sentence-time";
import { epld } from "@gatehouse/contract/modules/epld";
import { type BaseVariable, type Counted, counted, inactive, type Step } from "./base-variable.ts";

/** What a camera or slot controller told about its slots. */
export interface SlotReport {
  /** When that held, by the device's clock. */
  readonly occurredAt: Date;
  readonly slots: readonly { readonly name: string; readonly state: SlotState }[];
}

type SlotState = "free" | "occupied" | "error";

const values: Record<Exclude<SlotState, "error">, number> = { free: 1, occupied: 0 };

/** What one slot's news comes to. */
interface Told {
  readonly check: Check;
  readonly isTaken: boolean;
  readonly reportedId?: number;
  readonly step?: Step;
  readonly error?: string;
}

/** ENG-3: slots take the state that was told; the same state again moves nothing, an error keeps the last one. */
export function countSlots(report: SlotReport, variables: readonly BaseVariable[], isModuleActive: boolean): Counted {
  if (!isModuleActive) return inactive(epld.title);
  // A slot that is told twice in one report is as it was told last.
  const states = new Map(report.slots.map(({ name, state }) => [name, state]));
  const told = [...states].map(([name, state]) =>
    tell(
      name,
      state,
      report.occurredAt,
      variables.find((variable) => variable.slot === name),
    ),
  );
  const steps = told.flatMap(({ step }) => step ?? []);
  const slotErrors = told.flatMap(({ error }) => error ?? []);
  const reportedIds = told.flatMap(({ reportedId }) => reportedId ?? []);
  const checks = told.map(({ check }) => check);
  const isTaken = told.some((slot) => slot.isTaken);
  return counted({ steps, isTaken, slotErrors, reportedIds }, { checks, reason: errorReason(told) });
}

function tell(name: string, state: SlotState, at: Date, variable: BaseVariable | undefined): Told {
  const refused = (text: string): Told => ({ check: { text, isPassed: false }, isTaken: false });
  if (variable === undefined) return refused(`Slot ${name} is unknown`);
  const { id, current, reportedAt = null } = variable;
  if (reportedAt !== null && at.getTime() < reportedAt.getTime())
    return refused(`Slot ${name} was told again at ${sentenceTime(reportedAt)}`);
  if (state === "error")
    return { check: { text: `Slot ${name} reports an error`, isPassed: false }, isTaken: true, error: name };
  const delta = values[state] - current;
  const told = (word: string) => ({
    check: { text: `Slot ${name} is ${word} ${state}`, isPassed: true },
    isTaken: true,
    reportedId: id,
  });
  return delta === 0 ? told("still") : { ...told("now"), step: { variableId: id, delta } };
}

function errorReason(told: readonly Told[]): string {
  const errors = told.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) return `Slots with an error: ${errors.join(", ")}`;
  const changed = told.filter(({ step }) => step !== undefined);
  if (changed.length > 0) return `Slots that changed: ${changed.length}`;
  if (told.some(({ isTaken }) => isTaken)) return "No slot changed";
  return told[0]?.check.text ?? "No slots reported";
}
