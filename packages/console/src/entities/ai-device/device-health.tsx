import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import { useSite } from "../../api/site.ts";
import { sinceText } from "../../ui/moment-text.ts";
import classes from "./ai-device.module.css";

/** How a device is: a dot with a word, never colour alone. */
export function DeviceHealth({ device: { isHealthy, healthSince } }: { device: AiDevice }) {
  const { timeZone } = useSite();
  if (healthSince === null) return <span className={classes.health}>never asked</span>;
  const since = sinceText(new Date(healthSince), new Date(), timeZone);
  return (
    <span className={classes.health} data-healthy={isHealthy}>
      {isHealthy ? "healthy" : `unhealthy since ${since}`}
    </span>
  );
}
