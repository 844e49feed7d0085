import { passwordUnreadable } from "@gatehouse/contract/entities/ai-device/ai-device.messages";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import { useSite } from "../../api/site.ts";
import { sinceText } from "../../ui/moment-text.ts";
import classes from "./ai-device.module.css";

/** How a device is: a dot with a word, never colour alone. */
export function DeviceHealth({ device }: { device: AiDevice }) {
  const { isHealthy, healthSince, isPasswordUnreadable } = device;
  const { timeZone } = useSite();
  // SAFE-1: says what to do; the device is not asked until then.
  if (isPasswordUnreadable) {
    return (
      <span className={classes.health} data-healthy={false}>
        {passwordUnreadable}
      </span>
    );
  }
  if (healthSince === null) return <span className={classes.health}>never asked</span>;
  const since = sinceText(new Date(healthSince), new Date(), timeZone);
  return (
    <span className={classes.health} data-healthy={isHealthy}>
      {isHealthy ? "healthy" : `unhealthy since ${since}`}
    </span>
  );
}
