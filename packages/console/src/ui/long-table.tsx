import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";
import { DataTable, type DataTableProps } from "./data-table.tsx";

/** Attributes of a row's `tr`, for measuring and for screen readers. */
export interface RowPlace {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly "data-index": number;
  readonly "aria-rowindex": number;
}

interface LongTableProps<Row> extends Omit<DataTableProps<Row>, "children" | "sight" | "lastRow"> {
  /** Estimated row height; rendered rows are measured. */
  rowHeight?: number;
  children: (row: Row, place: RowPlace) => ReactNode;
}

const defaultRowHeight = 37;
const overscanRows = 12;

/** A virtual table for thousands of rows: only visible rows are rendered. */
export function LongTable<Row extends { id: number }>(props: LongTableProps<Row>) {
  const { rows, rowHeight = defaultRowHeight, children, ...table } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const top = usePageOffset(body);
  const virtual = useWindowVirtualizer({
    count: rows?.length ?? 0,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows?.[index]?.id ?? index,
    overscan: overscanRows,
    scrollMargin: top,
  });
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);
  return (
    <DataTable
      {...table}
      rows={rows && shown.map(({ index }) => index)}
      sight={{ count: rows?.length ?? 0, before, after, bodyRef: body }}
    >
      {(index) => {
        const row = rows?.[index];
        if (row === undefined) return null;
        return children(row, { ref: virtual.measureElement, "data-index": index, "aria-rowindex": index + 2 });
      }}
    </DataTable>
  );
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
