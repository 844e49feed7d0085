import type { Values } from "../../forms/field.ts";
import classes from "./display.module.css";

const words: Record<string, string> = { r: "Red", g: "Green" };

/** DISP-5: the lamp as it stands before anything happened. */
export function IndicatorPreview({ values }: { values: Values }) {
  const colour = String(values["additionalInfo.ind"] ?? "");
  const word = words[colour] ?? "Off";
  return (
    <figure className={classes.preview}>
      <span className={classes.lamp} data-colour={colour} role="img" aria-label={`The lamp shows: ${word}`} />
      <figcaption>{word}</figcaption>
    </figure>
  );
}
