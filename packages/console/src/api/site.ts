import { useQuery } from "@tanstack/react-query";
import { sharedQuery } from "./call-query.ts";

const siteQuery = sharedQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } });

/** Name, time zone and currency of the site. */
export function useSite(): { name: string; timeZone: string; currency: string; isLoaded: boolean } {
  const { data = [], isPending } = useQuery(siteQuery);
  const settingOf = (key: string) => data.find((config) => config.key === key)?.value;
  return {
    name: String(settingOf("siteName") ?? ""),
    timeZone: String(settingOf("timeZone") ?? "UTC"),
    currency: String(settingOf("currency") ?? "EUR"),
    isLoaded: !isPending,
  };
}
