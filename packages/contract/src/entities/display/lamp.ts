import type { DisplayScope } from "./display-scope.ts";

/** An indicator: one lamp on one relay. */
export interface Lamp {
  readonly scope: DisplayScope;
  /** The colour of an access lamp while nothing happens; its relay makes it the other. Null is off. */
  readonly atRest: "r" | "g" | null;
  /** 0 stands for none. */
  readonly variableId: number;
}

/** What a lamp can look like. */
export type LampLook = "off" | "lit" | "r" | "g";

/** Whether an indicator follows a variable, rather than what is decided at a gate. */
export const followsVariable = (scope: DisplayScope): boolean => scope === "epld";

/** DISP-2: a lamp that follows a variable is lit while there is something left of it: lit means free. */
export function isLampLit(variableId: number, currentOf: (variableId: number) => number | undefined): boolean {
  return variableId > 0 && (currentOf(variableId) ?? 0) > 0;
}

/** DISP-5: what an indicator shows; while a command switches its relay, that counts. */
export function lampLook(
  { scope, atRest, variableId }: Lamp,
  currentOf: (variableId: number) => number | undefined,
  isSwitched: boolean,
): LampLook {
  if (followsVariable(scope)) return isSwitched || isLampLit(variableId, currentOf) ? "lit" : "off";
  if (!isSwitched) return atRest ?? "off";
  return atRest === "g" ? "r" : "g";
}
