import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { phoneQuery } from "./phone-query.ts";

/** Attributes of a row's `tr`, for measuring and for screen readers. */
export interface RowPlace {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly "data-index": number;
  readonly "aria-rowindex": number;
}

interface LongTableProps<Row> extends Omit<DataTableProps<Row>, "children" | "sight" | "lastRow"> {
  children: (row: Row, place: RowPlace) => ReactNode;
}

/** Estimated heights until a row is rendered. On a phone a row is a block with a line for each column. */
const estimatedRowHeight = 37;
const phoneRowPadding = 25;
const phoneLineHeight = 28;
/** Rendered above and below the visible rows, so that scrolling and the keyboard find them. */
const overscanHeight = 450;

/** A virtual table for thousands of rows: only visible rows are rendered. */
export function LongTable<Row extends { id: number }>(props: LongTableProps<Row>) {
  const { rows, children, ...table } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const top = usePageOffset(body);
  const isPrinting = useIsPrinting();
  const height = useRowHeight(body, table.columns.length);
  const count = rows?.length ?? 0;
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: (index) => rows?.[index]?.id ?? index,
    overscan: Math.ceil(overscanHeight / height),
    rangeExtractor: isPrinting ? wholeRange : defaultRangeExtractor,
    scrollMargin: top,
  });
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  return (
    <DataTable
      {...table}
      rows={rows && shown.map(({ index }) => index)}
      sight={{ count, before, after, bodyRef: body }}
    >
      {(index) => {
        const row = rows?.[index];
        if (row === undefined) return null;
        return children(row, { ref: virtual.measureElement, "data-index": index, "aria-rowindex": index + 2 });
      }}
    </DataTable>
  );
}

/** The height of the first row, for those that are not rendered: rendered ones are measured. */
function useRowHeight(body: { current: HTMLElement | null }, columns: number): number {
  const [height, setHeight] = useState(() =>
    matchMedia(phoneQuery).matches ? phoneRowPadding + phoneLineHeight * columns : estimatedRowHeight,
  );
  const isMeasured = useRef(false);
  useLayoutEffect(() => {
    if (isMeasured.current) return;
    const row = body.current?.querySelector<HTMLElement>("tr[data-index]");
    if (!row) return;
    isMeasured.current = true;
    setHeight(row.offsetHeight);
  });
  return height;
}

const wholeRange = ({ count }: Range) => Array.from({ length: count }, (_, index) => index);

/** Whether the page is being printed: all rows are printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the printed page right after this event.
    const start = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", start);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", start);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

/** Distance of an element from the top of the page, updated when the content above it changes. */
function usePageOffset(element: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [element]);
  return top;
}
