import { maxWatchedGates } from "@gatehouse/contract/entities/station";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

interface WatchedGates {
  gateIds: readonly number[];
  /** Shows these gates instead, in this order; none leads back to the choice of gates. */
  watch: (gateIds: readonly number[]) => void;
}

/** The gates on this screen, kept in the URL so that it can be bookmarked: `/station/1?with=2,3`. */
export function useWatchedGates(): WatchedGates {
  const { gateId } = useParams({ strict: false });
  const { with: others = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const ids = [gateId, ...String(others).split(",")].map(Number).filter((id) => Number.isInteger(id) && id > 0);
  return {
    gateIds: [...new Set(ids)].slice(0, maxWatchedGates),
    watch: (next) => void navigate({ ...toStationLink(next), replace: true, resetScroll: false }),
  };
}

/** The address of a station with some gates. */
export function toStationLink([first, ...others]: readonly number[]) {
  if (first === undefined) return { to: "/station", search: {} } as const;
  const [second] = others;
  // As a number, a single gate needs no quotes in the URL.
  const search = second === undefined ? {} : { with: others.length === 1 ? second : others.join(",") };
  return { to: "/station/$gateId", params: { gateId: String(first) }, search } as const;
}
