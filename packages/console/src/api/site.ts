import { useQuery } from "@tanstack/react-query";
import { callQuery } from "./call-query.ts";

/** Name and time zone of the site. */
export function useSite(): { name: string; timeZone: string } {
  const { data = [] } = useQuery(callQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } }));
  const settingOf = (key: string) => data.find((config) => config.key === key)?.value;
  return { name: String(settingOf("siteName") ?? ""), timeZone: String(settingOf("timeZone") ?? "UTC") };
}
