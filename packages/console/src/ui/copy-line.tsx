import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconCopy, IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import classes from "./copy-line.module.css";
import { copyText } from "./copy-text.ts";

interface CopyLineProps {
  label: string;
  text: string;
  /** Shown instead of a text that contains a secret, until it is revealed. */
  masked?: string | undefined;
  /** The label above the value, for long labels. */
  isStacked?: boolean;
  children?: ReactNode;
}

const copiedMs = 2_000;

/** A value to copy into another system. */
export function CopyLine({ label, text, masked, isStacked = false, children }: CopyLineProps) {
  const place = useRef<HTMLElement>(null);
  const [isShown, setIsShown] = useState(masked === undefined);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // Without clipboard access the browser copies the selection, which has to be visible.
    if (!(await copyText(text, isShown ? place.current : null))) return setIsShown(true);
    setIsCopied(true);
    setTimeout(setIsCopied, copiedMs, false);
  };
  return (
    <div className={classes.line} data-stacked={isStacked || undefined}>
      <span className={classes.label}>{label}</span>
      <code ref={place} className={classes.value}>
        {isShown ? text : masked}
      </code>
      <div className={classes.buttons}>
        {masked !== undefined && (
          <ActionIcon
            variant="default"
            size={30}
            aria-label={isShown ? "Hide the secret" : "Show the secret"}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          </ActionIcon>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`Copy ${label.toLowerCase()}`}
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
        {children}
      </div>
    </div>
  );
}
