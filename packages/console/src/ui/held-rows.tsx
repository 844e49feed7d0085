import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type HTMLAttributes, type ReactNode, useRef } from "react";
import classes from "./held-rows.module.css";

interface HeldRowsProps {
  /** What `useHeldRows` gives. */
  held: { readonly waiting: number; readonly release: () => void; readonly holding: HTMLAttributes<HTMLElement> };
  className?: string | undefined;
  children: ReactNode;
}

/** A list whose new rows wait behind "3 new" while somebody points at it or reads further down. */
export function HeldRows({ held, className = "", children }: HeldRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const release = () => {
    held.release();
    // The button goes with what waited behind it.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={list} tabIndex={-1} className={`${classes.held} ${className}`} {...held.holding}>
      {held.waiting > 0 && (
        <Button
          className={classes.waiting ?? ""}
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
