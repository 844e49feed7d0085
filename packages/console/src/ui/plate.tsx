import { formatPlate, plateGroups } from "@gatehouse/contract/fields/plate-groups";
import { IconCheck } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";
import { copyText } from "./copy-text.ts";
import classes from "./plate.module.css";

const shownMs = 1_500;

// Loads beside the data of the page: a font that arrives after the first plate would lay the page out again.
// Without it, plates have a font of the system.
document.fonts.load('600 13px "JetBrains Mono Variable"').catch(() => undefined);

/** A plate or tag in a frame, split into groups. */
export function PlateFace({ text, isTag = false }: { text: string; isTag?: boolean }) {
  return (
    <span className={classes.plate} data-tag={isTag || undefined}>
      <Groups text={text} />
    </span>
  );
}

/** A plate or tag that copies itself on click. Its tooltip shows the original spelling if that differs. */
export function Plate({ text, isTag = false }: { text: string; isTag?: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  const normalized = plateGroups(text).join("");
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!(await copyText(normalized, currentTarget))) return;
    setIsCopied(true);
    setTimeout(setIsCopied, shownMs, false);
  };
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={classes.plate}
        data-tag={isTag || undefined}
        title={
          text === normalized || text === formatPlate(text) ? "Click to copy" : `Written as ${text}. Click to copy`
        }
        onClick={(event) => void copy(event)}
      >
        <Groups text={text} />
      </button>
      {isCopied && (
        <span className={classes.copied} role="status">
          <IconCheck size={14} aria-hidden />
          Copied
        </span>
      )}
    </span>
  );
}

function Groups({ text }: { text: string }) {
  const groups = plateGroups(text);
  // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place; others may read the same.
  return groups.map((group, index) => <span key={index}>{group}</span>);
}
