import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { LoadFailure } from "./load-failure.tsx";

interface Column {
  readonly title: string;
  /** The share of the table's width, as CSS has it; the rest is divided evenly. */
  readonly width?: string;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  /** The rows are those from before, while others are on their way. */
  isBusy?: boolean;
  /** What went wrong instead, and how to ask again. */
  failure?: { text: string; retry: () => void } | undefined;
  /** Draws a row's `tr`. */
  children: (row: Row) => ReactNode;
  /** Stands in the table's place when there are no rows. */
  empty?: ReactNode;
  /** A row after the last, such as the one that adds another. */
  lastRow?: ReactNode;
}

const skeletonRows = [62, 48, 75, 55, 40];

/** A dense list with a header that stays in sight, in all four of its states. On a phone each row becomes a block. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, isBusy = rows === undefined, failure, children, empty, lastRow } = props;
  if (failure !== undefined && rows === undefined) return <LoadFailure text={failure.text} onRetry={failure.retry} />;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={isBusy}>
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? skeletonRows.map((width) => <SkeletonRow key={width} columns={columns} width={width} />)
            : rows.map(children)}
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
