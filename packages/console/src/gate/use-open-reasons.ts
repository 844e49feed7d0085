import { asText } from "@gatehouse/contract/fields/as-text";
import { toOpenReasons } from "@gatehouse/contract/fields/reason";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../api/call-query.ts";

/** The site's reasons for opening a gate. */
export function useOpenReasons(): string[] {
  const { data = [] } = useQuery(callQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } }));
  return toOpenReasons(asText(data.find((config) => config.key === "openReasons")?.value));
}
