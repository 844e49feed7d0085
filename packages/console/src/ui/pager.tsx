import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./pager.module.css";

interface PagerProps {
  /** Current page, from 1. */
  page: number;
  /** Number of pages, if known. */
  total?: number;
  /** Whether there is a next page, if the total is unknown. */
  hasNext?: boolean;
  /** Another page is loading. */
  isTurning?: boolean;
  onTurn: (page: number) => void;
}

/** Previous and next page. */
export function Pager(props: PagerProps) {
  const { page, total, hasNext = total !== undefined && page < total, isTurning = false, onTurn } = props;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={page <= 1 || isTurning}
        onClick={() => onTurn(page - 1)}
      >
        Previous
      </Button>
      <span>{total === undefined ? `Page ${page}` : `Page ${page}/${total}`}</span>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!hasNext || isTurning}
        onClick={() => onTurn(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}

/** The rows of a page and the number of pages. A page beyond the last one gives the last. */
export function paginate<Row>(rows: readonly Row[], page: number, size: number) {
  const total = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(Math.max(page, 1), total);
  return { page: shown, total, rows: rows.slice((shown - 1) * size, shown * size) };
}
