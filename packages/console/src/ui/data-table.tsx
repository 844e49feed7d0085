import { Skeleton } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import classes from "./data-table.module.css";
import { LoadFailure } from "./load-failure.tsx";
import { moveFocusInRows } from "./row-keyboard.ts";

interface Column {
  readonly title: string;
  /** Read aloud, not drawn: what the cells show says it already. */
  readonly isTitleHidden?: boolean;
  /** Numbers stand at the right, digit beneath digit. */
  readonly isNumber?: boolean;
  /** The share of the table's width, as CSS has it; the rest is divided evenly. */
  readonly width?: string;
}

/** What a table takes. */
export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  /** The rows are those from before, while others are on their way. */
  isBusy?: boolean;
  /** What went wrong instead, and how to ask again. */
  failure?: { text: string; retry: () => void } | undefined;
  /** Draws a row's `tr`. */
  children: (row: Row, place: number) => ReactNode;
  /** Stands in the table's place when there are no rows. */
  empty?: ReactNode;
  /** A row after the last, such as the one that adds another. */
  lastRow?: ReactNode;
  /** Where only the rows in sight are drawn: how many there are, and the room that the others take. */
  sight?: { count: number; before: number; after: number; bodyRef: Ref<HTMLTableSectionElement> };
}

const skeletonRows = [62, 48, 75, 55, 40];

/** A dense list with a header that stays in sight, in all four of its states. On a phone each row becomes a block. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, isBusy = rows === undefined, failure, children, empty, lastRow, sight } = props;
  if (failure !== undefined && rows === undefined) return <LoadFailure text={failure.text} onRetry={failure.retry} />;
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={isBusy}
        // The header is a row as well.
        aria-rowcount={sight && sight.count + 1}
      >
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} style={{ width }} />
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
        <tbody ref={sight?.bodyRef} onKeyDown={moveFocusInRows}>
          <Space height={sight?.before} columns={columns.length} />
          {rows === undefined
            ? skeletonRows.map((width) => <SkeletonRow key={width} columns={columns} width={width} />)
            : rows.map(children)}
          <Space height={sight?.after} columns={columns.length} />
          {rows?.length === 0 && empty !== undefined && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
          {rows !== undefined && lastRow}
        </tbody>
      </table>
    </div>
  );
}

/** The room of rows that are out of sight. */
function Space({ height = 0, columns }: { height?: number | undefined; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function SkeletonRow({ columns, width }: { columns: readonly Column[]; width: number }) {
  return (
    <tr>
      {columns.map(({ title }) => (
        <td key={title}>
          <Skeleton height={12} width={`${width}%`} my={9} />
        </td>
      ))}
    </tr>
  );
}
