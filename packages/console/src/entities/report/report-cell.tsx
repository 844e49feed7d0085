import { type ReportColumn, stayColumn } from "@gatehouse/contract/reports/report-columns";
import { IconPhotoOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EventLink } from "./event-link.tsx";
import classes from "./report.module.css";
import { formatReportValue } from "./report-texts.ts";

interface ReportCellProps {
  column: ReportColumn;
  value: string | number | null;
  currency: string;
}

/** REP-2: a value of a report. */
export function ReportCell({ column, value, currency }: ReportCellProps) {
  const { kind, title } = column;
  if (value === null || value === "") return <span className={classes.none}>–</span>;
  if (column === stayColumn) return <StayLink id={Number(value)} />;
  if (kind === "link") return <EventLink reference={String(value)} />;
  if (kind === "picture") return <SmallPicture url={String(value)} title={title} />;
  return formatReportValue(kind, value, currency);
}

/** REP-4: opens a stay, whose fare can be reduced. */
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
