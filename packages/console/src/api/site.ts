import { asText } from "@gatehouse/contract/fields/as-text";
import { useQuery } from "@tanstack/react-query";
import type { CallResponse } from "./call.ts";
import { sharedQuery } from "./call-query.ts";

/** The settings of the whole site. */
const siteQuery = sharedQuery("configs", "GET /configs/{scope}", { params: { scope: "global" } });

/** Name, time zone and currency in the settings of the site. */
export function siteOf(settings: CallResponse<"GET /configs/{scope}">): {
  name: string;
  timeZone: string;
  currency: string;
  /** The networks of the devices; empty until they are loaded. */
  deviceNetworks: string;
} {
  const settingOf = (key: string) => settings.find((config) => config.key === key)?.value;
  return {
    name: asText(settingOf("siteName")),
    timeZone: String(settingOf("timeZone") ?? "UTC"),
    currency: String(settingOf("currency") ?? "EUR"),
    deviceNetworks: asText(settingOf("deviceNetworks")),
  };
}

/** Name, time zone and currency of the site. */
export function useSite(): ReturnType<typeof siteOf> & { isLoaded: boolean } {
  const { data = [], isPending } = useQuery(siteQuery);
  return { ...siteOf(data), isLoaded: !isPending };
}
