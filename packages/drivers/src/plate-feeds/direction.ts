import { rawText } from "./payload-values.ts";

// What is towards the camera is an entry: a camera that looks the other way is set up as bidirectional, or at its gate.
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
  departing: "X",
};

/** ENG-1: the direction that a device's word stands for: N an entry, X an exit, null where it says neither. */
export function directionOf(value: unknown): "N" | "X" | null {
  const word = rawText(value)?.trim().toLowerCase() ?? "";
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

/** The same for degrees, clockwise from straight up the picture: down is towards the camera, sideways is neither. */
export function directionOfDegrees(degrees: number | null): "N" | "X" | null {
  if (degrees === null) return null;
  const turned = ((degrees % 360) + 360) % 360;
  if (turned >= 135 && turned <= 225) return "N";
  return turned <= 45 || turned >= 315 ? "X" : null;
}
