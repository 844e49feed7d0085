import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type HTMLAttributes, type ReactNode, useRef } from "react";
import classes from "./held-rows.module.css";

interface HeldRowsProps {
  /** The result of `useHeldRows`. */
  held: { readonly waiting: number; readonly release: () => void; readonly holding: HTMLAttributes<HTMLElement> };
  className?: string | undefined;
  children: ReactNode;
}

/** A list that holds back new rows behind a "3 new" button while it is hovered or scrolled. */
export function HeldRows({ held, className = "", children }: HeldRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const release = () => {
    held.release();
    // The button disappears, so move the focus to the list.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={list} tabIndex={-1} className={`${classes.held} ${className}`} {...held.holding}>
      {held.waiting > 0 && (
        <Button
          className={classes.waiting}
          size="compact-sm"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={release}
        >
          {`${held.waiting} new`}
        </Button>
      )}
      {children}
    </div>
  );
}
