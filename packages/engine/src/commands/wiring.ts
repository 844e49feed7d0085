import type { WiredDisplay, Wiring } from "@gatehouse/engine/commands/plan";
import type { SiteDisplay, SiteGate } from "./site-wiring.ts";

/** A display as a plan sees it. */
export function wiredDisplay(display: SiteDisplay): WiredDisplay {
  const { id, name, seconds: forSeconds } = display;
  if (display.type === "multimedia") return { id, name, type: "multimedia" };
  if (display.type === "binary") return { id, name, type: "binary", atRest: display.indicates, forSeconds };
  const { granted: grantedMessage, denied: deniedMessage } = display;
  return { id, name, type: "grid", grantedMessage, deniedMessage, forSeconds };
}

/** A gate's wiring as a plan sees it. */
export const wiringFor = ({ barrier, buzzer, displays }: SiteGate): Wiring => ({
  barrier,
  buzzer: buzzer && { ...buzzer, forSeconds: buzzer.seconds ?? 1 },
  displays: displays.map(wiredDisplay),
});
