import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./pager.module.css";

interface PagerProps {
  /** The page on screen, counted from 1. */
  page: number;
  /** How many there are, where that is known. */
  total?: number;
  /** Whether there is a next one, where only that is known. */
  hasNext?: boolean;
  onTurn: (page: number) => void;
}

/** SHELL-4: turns the pages of a list. */
export function Pager({ page, total, hasNext = total !== undefined && page < total, onTurn }: PagerProps) {
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      >
        Previous
      </Button>
      <span>{total === undefined ? `Page ${page}` : `Page ${page}/${total}`}</span>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!hasNext}
        onClick={() => onTurn(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
