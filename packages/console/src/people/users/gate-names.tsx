import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** The gates of the site. */
export const gatesQuery = callQuery("gates", "GET /gates");

/** The gates of a user as text. */
export function GateNames({ ids }: { ids: readonly number[] | null }) {
  const gates = useQuery(gatesQuery);
  if (ids === null) return "All gates";
  if (ids.length === 0) return "None";
  return ids.map((id) => gates.data?.find((gate) => gate.id === id)?.name ?? `#${id}`).join(", ");
}
