import { type Override, overrideTitles } from "@gatehouse/contract/entities/access/access";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useNowMs } from "../../ui/use-now.ts";

/** The overrides that are in effect; the server's answer may be older than their end. */
const activeOverrides = (overrides: readonly Override[] | undefined, nowMs: number): Override[] =>
  overrides?.filter(({ isActive, until }) => isActive && Date.parse(until) > nowMs) ?? [];

/** What an override does and where: "Lockdown of North gate". */
export const overrideName = ({ kind, gateId }: Override, gateName: (id: number) => string): string =>
  `${overrideTitles[kind]}, ${gateId === null ? "whole site" : gateName(gateId)}`;

/** Results of commands arrive while an override waits for barriers. */
const pollIntervalMs = 3_000;

interface Overrides {
  readonly active: Override[];
  readonly gateName: (id: number) => string;
  readonly isLoaded: boolean;
}

/** The overrides in effect, and the names of their gates. */
export function useOverrides(): Overrides {
  const nowMs = useNowMs();
  const overrides = useQuery({
    ...callQuery("access_overrides", "GET /access/overrides"),
    refetchInterval: ({ state }) =>
      activeOverrides(state.data, Date.now()).some(({ unconfirmed }) => unconfirmed.length > 0)
        ? pollIntervalMs
        : false,
  });
  const active = activeOverrides(overrides.data, nowMs);
  const isOfGate = active.some(({ gateId }) => gateId !== null);
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: isOfGate });
  return {
    active,
    gateName: (id) => gates.data?.find((gate) => gate.id === id)?.name ?? `gate ${id}`,
    isLoaded: overrides.data !== undefined,
  };
}
