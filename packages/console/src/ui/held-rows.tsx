import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import type { HTMLAttributes, ReactNode } from "react";
import classes from "./held-rows.module.css";

interface HeldRowsProps {
  /** What `useHeldRows` gives. */
  held: { readonly waiting: number; readonly release: () => void; readonly holding: HTMLAttributes<HTMLElement> };
  className?: string | undefined;
  children: ReactNode;
}

/** A list whose new rows wait behind "3 new" while somebody points at it or reads further down. */
export function HeldRows({ held, className = "", children }: HeldRowsProps) {
  return (
    <div className={`${classes.held} ${className}`} {...held.holding}>
      {held.waiting > 0 && (
        <Button
          className={classes.waiting ?? ""}
          size="compact-sm"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={held.release}
        >
          {`${held.waiting} new`}
        </Button>
      )}
      {children}
    </div>
  );
}
