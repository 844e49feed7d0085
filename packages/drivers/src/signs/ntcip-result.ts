import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { noReply, rejected } from "../hardware-transport.ts";
import { multiSyntaxErrors, noError, ntcipObjects } from "./ntcip-objects.ts";
import { describeSnmpError, type SnmpFailure, type SnmpResult, type SnmpSession } from "./snmp-session.ts";

/** The result of one step, or of the whole command if the step failed. */
export type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly result: HardwareResult };

/** Ends the command. */
export const stop = (result: HardwareResult): Step<never> => ({ ok: false, result });

export const refused = (reason: string): HardwareResult => rejected(`The sign refused: ${reason}.`);

/** A failure before the text was activated: the sign can't have shown it. */
export function notActivated(failure: SnmpFailure): HardwareResult {
  if (failure.kind === "error") return refused(describeSnmpError(failure.status));
  return noReply({ isSent: false, detail: failure.detail });
}

/** Why the state of a sign can't be read. */
export const toStatusDetail = (failure: SnmpFailure): string =>
  failure.kind === "error" ? refused(describeSnmpError(failure.status)).detail : failure.detail;

/** The integer that an object has in a reply. */
export function integerAt(result: SnmpResult, oid: string): number | undefined {
  const value = result.ok ? result.values.get(oid) : undefined;
  return value?.type === "integer" || value?.type === "timeTicks" ? value.value : undefined;
}

/** Reads what is wrong with the text, and where. */
export async function readMultiError(session: SnmpSession): Promise<string> {
  const { multiSyntaxError, multiSyntaxErrorPosition } = ntcipObjects;
  const read = await session.get(multiSyntaxError, multiSyntaxErrorPosition);
  const error = integerAt(read, multiSyntaxError) ?? noError;
  if (error === noError) return "there is an error in the text";
  const position = integerAt(read, multiSyntaxErrorPosition);
  const meaning = multiSyntaxErrors[error] ?? `text error ${error}`;
  return position === undefined ? meaning : `${meaning} at character ${position + 1} of the markup`;
}
