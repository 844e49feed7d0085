import { type Override, overrideTitles } from "@gatehouse/contract/entities/access/access";

/** The overrides that are in effect; the server's answer may be older than their end. */
export const activeOverrides = (overrides: readonly Override[] | undefined, nowMs: number): Override[] =>
  overrides?.filter(({ isActive, until }) => isActive && Date.parse(until) > nowMs) ?? [];

/** What an override does and where: "Lockdown of North gate". */
export const overrideName = ({ kind, gateId }: Override, gateName: (id: number) => string): string =>
  `${overrideTitles[kind]}, ${gateId === null ? "whole site" : gateName(gateId)}`;
