import { rawText } from "./payload-values.ts";

// Towards the camera is an entry. Cameras that face the other way are configured as bidirectional or by their gate.
const words: Readonly<Record<string, "N" | "X">> = {
  n: "N",
  in: "N",
  entry: "N",
  enter: "N",
  entering: "N",
  inbound: "N",
  forward: "N",
  obverse: "N",
  approach: "N",
  approaching: "N",
  towards: "N",
  closer: "N",
  x: "X",
  out: "X",
  exit: "X",
  exiting: "X",
  leave: "X",
  leaving: "X",
  outbound: "X",
  reverse: "X",
  backward: "X",
  away: "X",
  goaway: "X",
  departing: "X",
  further: "X",
  farther: "X",
};

/** The direction for a device's word: N is entry, X is exit, null if unknown. */
export function directionOf(value: unknown): "N" | "X" | null {
  const word = rawText(value)?.trim().toLowerCase();
  return word !== undefined && Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

/** The direction for degrees, clockwise from the top of the image: down is towards the camera, sideways is unknown. */
export function directionOfDegrees(degrees: number | null): "N" | "X" | null {
  if (degrees === null) return null;
  const turned = ((degrees % 360) + 360) % 360;
  if (turned >= 135 && turned <= 225) return "N";
  return turned <= 45 || turned >= 315 ? "X" : null;
}
