import type { Check } from "@gatehouse/contract/entities/event";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import { epld } from "@gatehouse/contract/modules/epld";
import { type BaseVariable, type CountingResult, counted, inactive, type Step } from "./base-variable.ts";

/** The slot states that a camera or slot controller reported. */
export interface SlotReport {
  /** Device time of the report. */
  readonly occurredAt: Date;
  readonly slots: readonly { readonly name: string; readonly state: SlotState }[];
}

type SlotState = "free" | "occupied" | "error";

const values: Record<Exclude<SlotState, "error">, number> = { free: 1, occupied: 0 };

interface SlotResult {
  readonly check: Check;
  readonly isTaken: boolean;
  readonly reportedId?: number;
  readonly step?: Step;
  readonly error?: string;
}

/** Slots take the reported state; an unchanged state changes nothing, an error keeps the last state. */
export function countSlots(
  report: SlotReport,
  variables: readonly BaseVariable[],
  isModuleActive: boolean,
): CountingResult {
  if (!isModuleActive) return inactive(epld.title);
  // If a report contains a slot twice, the last state counts.
  const states = new Map(report.slots.map(({ name, state }) => [name, state]));
  const results = [...states].map(([name, state]) =>
    applyReport(
      name,
      state,
      report.occurredAt,
      variables.find((variable) => variable.slot === name),
    ),
  );
  const steps = results.map(({ step }) => step).filter((step) => step !== undefined);
  const slotErrors = listErrors(results);
  const reportedIds = results.map(({ reportedId }) => reportedId).filter((id) => id !== undefined);
  const checks = results.map(({ check }) => check);
  const isTaken = results.some((slot) => slot.isTaken);
  return counted({ steps, isTaken, slotErrors, reportedIds }, { checks, reason: reasonOf(results) });
}

function applyReport(name: string, state: SlotState, at: Date, variable: BaseVariable | undefined): SlotResult {
  const rejected = (text: string): SlotResult => ({ check: { text, isPassed: false }, isTaken: false });
  if (variable === undefined) return rejected(`Slot ${name} is unknown`);
  const { id, current, reportedAt = null } = variable;
  if (reportedAt !== null && at.getTime() < reportedAt.getTime())
    return rejected(`Slot ${name} has a newer report from ${sentenceTime(reportedAt)}`);
  if (state === "error")
    return { check: { text: `Slot ${name} reports an error`, isPassed: false }, isTaken: true, error: name };
  const delta = values[state] - current;
  const applied = (word: string) => ({
    check: { text: `Slot ${name} is ${word} ${state}`, isPassed: true },
    isTaken: true,
    reportedId: id,
  });
  return delta === 0 ? applied("still") : { ...applied("now"), step: { variableId: id, delta } };
}

const listErrors = (results: readonly SlotResult[]): string[] =>
  results.map(({ error }) => error).filter((error) => error !== undefined);

function reasonOf(results: readonly SlotResult[]): string {
  const errors = listErrors(results);
  if (errors.length > 0) return `Slots with an error: ${errors.join(", ")}`;
  const changed = results.filter(({ step }) => step !== undefined);
  if (changed.length > 0) return `Slots that changed: ${changed.length}`;
  if (results.some(({ isTaken }) => isTaken)) return "No slot changed";
  return results[0]?.check.text ?? "No slots reported";
}
