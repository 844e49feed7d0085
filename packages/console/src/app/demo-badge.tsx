import { runtimeConfig } from "../api/runtime-config.ts";
import classes from "./demo-badge.module.css";

/** Marks every page of a demo. */
export function DemoBadge() {
  if (runtimeConfig().demo === undefined) return null;
  return (
    <span className={classes.badge} data-demo title="The devices of this site are simulated">
      Demo
    </span>
  );
}
