import { reportCodes } from "@gatehouse/contract/reports/report-types";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { setConfig } from "./set-config.ts";

/**
 * Sets the name of the site and the time zone of this machine, and enables every report. DEMO-2: shortens the times after which faults are noticed, so
 * that the effect of a scenario shows within seconds.
 */
export async function configureSite(api: ApiClient): Promise<void> {
  await setConfig(api, "global", "siteName", "Lakeview Towers");
  await setConfig(api, "global", "timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  await setConfig(api, "global", "cameraCheckSeconds", 5);
  // A simulated car that is not let in drives off soon.
  await setConfig(api, "global", "stationCardMinutes", 2);
  await setConfig(api, "loop", "loopStuckMinutes", 0.25);
  await setConfig(api, "anpr-ac", "mygateSyncSeconds", 15);
  await api.call("PUT /configs/reports/types", { body: { reportTypes: reportCodes } });
}
