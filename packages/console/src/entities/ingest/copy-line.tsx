import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconCopy, IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { copyText } from "../../ui/copy-text.ts";
import classes from "./push-card.module.css";

interface CopyLineProps {
  label: string;
  text: string;
  /** Masked until revealed. */
  isSecret?: boolean;
  children?: ReactNode;
}

const copiedMs = 2_000;

/** A value to copy into another system. */
export function CopyLine({ label, text, isSecret = false, children }: CopyLineProps) {
  const place = useRef<HTMLElement>(null);
  const [isShown, setIsShown] = useState(!isSecret);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // Without clipboard access the browser copies the selection, which has to be visible.
    if (!(await copyText(text, isShown ? place.current : null))) return setIsShown(true);
    setIsCopied(true);
    setTimeout(setIsCopied, copiedMs, false);
  };
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      <code ref={place} className={classes.value}>
        {isShown ? text : "•".repeat(24)}
      </code>
      <div className={classes.buttons}>
        {isSecret && (
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
