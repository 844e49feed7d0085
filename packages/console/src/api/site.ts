import { useQuery } from "@tanstack/react-query";
import { siteQuery } from "./site-query.ts";

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
