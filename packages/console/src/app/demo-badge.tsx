import { runtimeConfig } from "../api/runtime-config.ts";
import classes from "./demo-badge.module.css";

/** Says on every page that nothing here is real; nothing where it is. */
export function DemoBadge() {
  if (runtimeConfig().demo === undefined) return null;
  return (
    <span className={classes.badge} title="The devices of this site are simulated">
      Demo
    </span>
  );
}
