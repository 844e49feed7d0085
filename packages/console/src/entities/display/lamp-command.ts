import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

const longestWaitMs = 60_000;

/** Whether a command keeps a stored indicator switched right now: told when it begins, asked when it is to end. */
export function useIsSwitched(id: number | undefined): boolean {
  const query = callQuery("commands", "GET /displays/{id}/lamp", { params: { id: id ?? 0 } });
  const { data } = useQuery({
    ...query,
    enabled: id !== undefined,
    // An answer says how long from now: kept for later it would not be true.
    gcTime: 0,
    refetchInterval: ({ state }) => Math.min(state.data?.switchedForMs ?? 0, longestWaitMs) || false,
  });
  return (data?.switchedForMs ?? 0) > 0;
}
