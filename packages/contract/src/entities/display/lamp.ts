import type { DisplayScope } from "./display-scope.ts";

/** An indicator: one lamp on one relay. */
export interface Lamp {
  readonly scope: DisplayScope;
  /** The colour of an access lamp while its relay is off; the relay switches to the other colour. Null: dark. */
  readonly atRest: "r" | "g" | null;
  /** 0 stands for none. */
  readonly variableId: number;
}

/** The states of a lamp. */
export type LampLook = "off" | "lit" | "r" | "g";

/** Whether an indicator shows a variable instead of access decisions. */
export const followsVariable = (scope: DisplayScope): boolean => scope === "epld";

/** DISP-2: a lamp that shows a variable is lit while its value is above 0: lit means free. */
export function isLampLit(variableId: number, currentOf: (variableId: number) => number | undefined): boolean {
  return variableId > 0 && (currentOf(variableId) ?? 0) > 0;
}

/** DISP-5: the state of an indicator; an active command takes precedence. */
export function lampLook(
  { scope, atRest, variableId }: Lamp,
  currentOf: (variableId: number) => number | undefined,
  isSwitched: boolean,
): LampLook {
  if (followsVariable(scope)) return isSwitched || isLampLit(variableId, currentOf) ? "lit" : "off";
  if (!isSwitched) return atRest ?? "off";
  return atRest === "g" ? "r" : "g";
}
