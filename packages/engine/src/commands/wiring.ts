import type { SiteDisplay, SiteGate } from "../site/site.ts";
import type { WiredDisplay, Wiring } from "./plan.ts";

/** The part of a display that command planning needs. */
export function toWiredDisplay(display: SiteDisplay): WiredDisplay {
  const { id, name, seconds: forSeconds } = display;
  if (display.type === "multimedia") return { id, name, type: "multimedia" };
  if (display.type === "binary") return { id, name, type: "binary", atRest: display.indicates, forSeconds };
  const { granted: grantedMessage, denied: deniedMessage } = display;
  return { id, name, type: "grid", grantedMessage, deniedMessage, forSeconds };
}

/** The part of a gate's wiring that command planning needs. */
export const toWiring = ({ barrier, buzzer, displays }: SiteGate): Wiring => ({
  barrier,
  buzzer: buzzer && { ...buzzer, forSeconds: buzzer.seconds ?? 1 },
  displays: displays.map(toWiredDisplay),
});
