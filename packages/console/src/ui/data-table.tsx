import { Skeleton } from "@mantine/core";
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import classes from "./data-table.module.css";
import { LoadError } from "./load-error.tsx";
import { moveFocusInRows } from "./row-keyboard.ts";
import { useFocusHandover } from "./use-focus-handover.ts";

const slide = { duration: 250, easing: "ease-out" };
const reducedMotion = "(prefers-reduced-motion: reduce)";

/**
 * Slides the rows of a table to their new places when others are inserted above them, so that they can be followed.
 * `of` identifies a page or search of the list: rows of a different one appear in their places.
 */
function useSlidingRows(body: RefObject<HTMLTableSectionElement | null>, of: string | undefined): void {
  const last = useRef<{ of: string; rows: ReadonlySet<Element> }>(undefined);
  useLayoutEffect(() => {
    if (body.current === null || of === undefined) return;
    const rows = [...body.current.rows];
    if (last.current?.of === of) slideFrom(last.current.rows, rows);
    last.current = { of, rows: new Set(rows) };
  });
}

/** Starts every visible row where it was, which is not a layout shift; inserted rows fade in. */
function slideFrom(known: ReadonlySet<Element>, rows: readonly HTMLElement[]): void {
  if (rows.every((row) => known.has(row)) || matchMedia(reducedMotion).matches) return;
  let moved = 0;
  let inserted: HTMLElement[] = [];
  for (const row of rows) {
    if (!known.has(row)) {
      inserted.push(row);
      continue;
    }
    for (const other of inserted) {
      moved += other.offsetHeight;
      other.animate({ opacity: [0, 0, 1] }, slide);
    }
    inserted = [];
    if (moved === 0) continue;
    if (row.getBoundingClientRect().top - moved > innerHeight) return;
    // Added to a slide that is not finished.
    row.animate({ transform: [`translateY(${-moved}px)`, "none"] }, { ...slide, composite: "add" });
  }
}

export interface Column {
  readonly title: string;
  /** Only for screen readers, if the cells explain themselves. */
  readonly isTitleHidden?: boolean;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** CSS width; the remaining columns share the rest. */
  readonly width?: string;
  /** Width on a small screen, where the menu leaves less room, if another one. */
  readonly smallWidth?: string;
  /** In pixels, if not that of `smallWidth` or `width`: a table with less room scrolls sideways. */
  readonly minWidth?: number;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** For live rows: the page or search that they belong to. Rows that are inserted into it move the others smoothly. */
  of?: string;
  /** The rows are outdated while others load. */
  isBusy?: boolean;
  /** Error message and retry. */
  error?: { text: string; retry: () => void } | undefined;
  /** Renders a row's `tr`. */
  children: (row: Row, index: number) => ReactNode;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** A row after the last one, such as the one to add a record. */
  lastRow?: ReactNode;
  /** For a virtual list: number of rows, and heights of the hidden ones before and after. */
  sight?: { count: number; before: number; after: number; bodyRef: Ref<HTMLTableSectionElement> };
}

/** Minimum width in pixels of a column whose width depends on the others. */
const minAutoWidth = 88;

const skeletonRows = [62, 48, 75, 55, 40];

/** A dense table with sticky header, loading, error and empty states. On a phone each row becomes a block. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, isBusy = rows === undefined, error, children, empty, lastRow, sight } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isEmpty = rows !== undefined && (sight?.count ?? rows.length) === 0;
  const handover = useFocusHandover();
  const frame = useMinimumWidths(columns);
  useSlidingRows(body, props.of);
  if (error !== undefined && rows === undefined) return <LoadError text={error.text} onRetry={error.retry} />;
  return (
    <div ref={frame} className={classes.frame}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={isBusy}
        // Includes the header row.
        aria-rowcount={sight && sight.count + 1}
      >
        {/* Not a row: one that spans all columns would widen a table that hides some of them. */}
        {isEmpty && empty !== undefined && <caption>{empty}</caption>}
        <colgroup>
          {columns.map((column) => (
            <col key={column.title} style={columnWidths(column)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, isNumber }) => (
              <th key={title} scope="col" data-number={isNumber}>
                {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={sight?.bodyRef ?? body} onKeyDown={moveFocusInRows} {...handover}>
          <Space height={sight?.before} />
          {rows?.map(children) ??
            skeletonRows.map((width) => <SkeletonRow key={width} columns={columns} width={width} />)}
          <Space height={sight?.after} />
          {rows !== undefined && lastRow}
        </tbody>
      </table>
    </div>
  );
}

function columnWidths(column: Column): CSSProperties {
  const { width = "auto", smallWidth = width } = column;
  const widths = { "--gh-width": width, "--gh-small-width": smallWidth, "--gh-min-width": `${minWidthOf(column)}px` };
  return widths as CSSProperties;
}

function minWidthOf({ width = "auto", smallWidth = width, minWidth }: Column): number {
  return minWidth ?? (/^\d+px$/.test(smallWidth) ? Number.parseInt(smallWidth, 10) : minAutoWidth);
}

/**
 * Gives every column its minimum width as soon as one would be narrower, and lets the frame scroll if they don't fit.
 * A style sheet can't: which columns are hidden depends on the screen, and the widths of the others on the rest.
 */
function useMinimumWidths(columns: readonly Column[]): Ref<HTMLDivElement> {
  const frame = useRef<HTMLDivElement>(null);
  const minWidths = columns.map(minWidthOf).join();
  useEffect(() => {
    const { current } = frame;
    const table = current?.querySelector("table");
    if (!current || !table) return;
    let width = 0;
    const watcher = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      table.removeAttribute("data-tight");
      const shown = [...table.querySelectorAll("th")]
        .map((head, index) => ({ head, min: Number(minWidths.split(",")[index]) }))
        .filter(({ head }) => getComputedStyle(head).display === "table-cell");
      const least = shown.reduce((sum, { min }) => sum + min, 0);
      const isTight = shown.some(({ head, min }) => head.offsetWidth < min);
      table.style.setProperty("--gh-least", `${least}px`);
      table.toggleAttribute("data-tight", isTight);
      current.toggleAttribute("data-scrolls", isTight && least > width);
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [minWidths]);
  return frame;
}

/** Placeholder for hidden rows. */
function Space({ height = 0 }: { height?: number | undefined }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.space}>
      <td style={{ height }} />
    </tr>
  );
}

function SkeletonRow({ columns, width }: { columns: readonly Column[]; width: number }) {
  return (
    <tr data-skeleton>
      {columns.map(({ title }) => (
        <td key={title}>
          <Skeleton height={12} width={`${width}%`} my={9} />
        </td>
      ))}
    </tr>
  );
}
