import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { copyText } from "./copy-text.ts";
import classes from "./one-time-secret.module.css";

interface OneTimeSecretProps {
  value: string;
  isCopied: boolean;
  onCopied: (isCopied: boolean) => void;
  onDone: () => void;
  /** Says what the secret is for, and that it is shown only once. */
  children: ReactNode;
}

/** A secret that the server returns only once, with a button to copy it. */
export function OneTimeSecret({ value, isCopied, onCopied, onDone, children }: OneTimeSecretProps) {
  const place = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={classes.stack}>
      <p role="status">{children}</p>
      <code ref={place} className={classes.value}>
        {value}
      </code>
      <div className={classes.choices}>
        <Button
          ref={button}
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={async () => onCopied(await copyText(value, place.current))}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
