import { useQuery } from "@tanstack/react-query";
import { callQuery } from "./call-query.ts";

/** What every page needs to know of the site: its name and the time zone that times are shown in. */
export function useSite(): { name: string; timeZone: string } {
  const { data = [] } = useQuery(callQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } }));
  const settingOf = (key: string) => data.find((config) => config.key === key)?.value;
  return { name: String(settingOf("siteName") ?? ""), timeZone: String(settingOf("timeZone") ?? "UTC") };
}
