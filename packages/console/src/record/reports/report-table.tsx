import { accessOutcomeTitles } from "@gatehouse/contract/events/decision";
import { reportMessages } from "@gatehouse/contract/reports/report.messages";
import { type ReportColumn, reportColumns, stayColumn } from "@gatehouse/contract/reports/report-columns";
import { type ReportCode, reportOf } from "@gatehouse/contract/reports/report-types";
import { Button } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { EventLink } from "./event-link.tsx";
import classes from "./report.module.css";
import type { useReportRows } from "./report.queries.ts";
import { formatReportValue, isNumberKind } from "./report-texts.ts";

interface ReportCellProps {
  column: ReportColumn;
  value: string | number | null;
  currency: string;
}

function ReportCell({ column, value, currency }: ReportCellProps) {
  const { kind, title } = column;
  if (value === null || value === "") return <span className={classes.none}>–</span>;
  if (column === stayColumn) return <StayLink id={Number(value)} />;
  if (kind === "link") return <EventLink reference={String(value)} />;
  if (kind === "picture") return <SmallPicture url={String(value)} title={title} />;
  return formatReportValue(kind, value, currency);
}

/** Opens a stay, whose fare can be reduced. */
const StayLink = ({ id }: { id: number }) => (
  <Link to="." search={(now) => ({ ...now, open: `stays.${id}` })} resetScroll={false}>{`Stay ${id}`}</Link>
);

function SmallPicture({ url, title }: { url: string; title: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return <IconPhotoOff size={16} role="img" aria-label="The picture can't be loaded" />;
  return (
    <a className={classes.picture} href={url} target="_blank" rel="noreferrer">
      <img src={`${url}?size=small`} alt={title} loading="lazy" onError={() => setIsMissing(true)} />
    </a>
  );
}

/** A vehicle that was granted but could not pass stands out as in the list of events. */
const notOpened = accessOutcomeTitles["not-opened"];

const pixelsPerCharacter = 7.5;
const cellPadding = 24;
/** Longer texts wrap. */
const maxCharacters = 40;

const widthOf = ({ width }: ReportColumn) => Math.min(width, maxCharacters) * pixelsPerCharacter + cellPadding;

interface ReportTableProps {
  type: ReportCode;
  rows: ReturnType<typeof useReportRows>;
  /** The number of rows; undefined while it loads. */
  count: number | undefined;
  isFiltered: boolean;
}

/** The rows of a report. Wide reports scroll inside; on a phone each row becomes a block. */
export function ReportTable({ type, rows: query, count, isFiltered }: ReportTableProps) {
  const { currency } = useSite();
  const columns = reportColumns[type];
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
      <section className={classes.scroll} aria-label="Rows" tabIndex={0}>
        <div style={{ "--gh-report-width": `${total}px` } as CSSProperties}>
          <DataTable
            label={reportOf(type).title}
            columns={columns.map((column) => ({
              title: column.title,
              ...(isNumberKind(column.kind) && { isNumber: true }),
              width: `${widthOf(column)}px`,
            }))}
            rows={rows}
            isBusy={query.isPending}
            error={
              query.isError
                ? {
                    text: errorText(query.error, reportMessages["GET /reports/{type}"].failure),
                    retry: () => void query.refetch(),
                  }
                : undefined
            }
            empty={isFiltered ? "Nothing in this period matches the filters." : "Nothing happened in this period."}
          >
            {(row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-label={column.title}
                    data-number={isNumberKind(column.kind) || undefined}
                    data-kind={column.kind}
                    {...(row[column.key] === notOpened && { className: classes.bad })}
                    data-empty={(row[column.key] ?? "") === "" || undefined}
                  >
                    <ReportCell column={column} value={row[column.key] ?? null} currency={currency} />
                  </td>
                ))}
              </tr>
            )}
          </DataTable>
        </div>
      </section>
      {rows !== undefined && rows.length > 0 && (
        <div className={classes.more}>
          <p role="status">{describeShown(rows.length, count, query.hasNextPage)}</p>
          {query.isFetchNextPageError && (
            <p className={classes.bad} role="alert">
              {errorText(query.error, reportMessages["GET /reports/{type}"].failure)}
            </p>
          )}
          {query.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function describeShown(shown: number, count: number | undefined, hasMore: boolean): string {
  if (!hasMore) return shown === 1 ? "The only row is shown." : `All ${formatNumber(shown)} rows are shown.`;
  const of = count === undefined ? "" : ` of ${formatNumber(count)}`;
  return `The first ${formatNumber(shown)}${of} rows are shown.`;
}
