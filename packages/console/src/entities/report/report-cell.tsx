import { codeOf } from "@gatehouse/contract/modules/registry";
import { parseEventReference } from "@gatehouse/contract/reports/event-reference";
import type { ReportColumn } from "@gatehouse/contract/reports/report-columns";
import { IconPhotoOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import classes from "./report.module.css";
import { formatReportValue } from "./report-texts.ts";

/** The page of the events of each module, by its code. */
const eventPages: Readonly<Record<string, string>> = {
  [codeOf("ANPR_ACCESS_CONTROL")]: "/access-control/events",
  [codeOf("RFID_ACCESS_CONTROL")]: "/access-control/rfid-events",
  [codeOf("OSD")]: "/overspeed-detection/events",
  [codeOf("CAMERA_COUNTING")]: "/camera-counting/events",
  [codeOf("EPLD")]: "/epld/events",
  [codeOf("LOOP_DETECTOR")]: "/loop-detector/events",
};

interface ReportCellProps {
  column: ReportColumn;
  value: string | number | null;
  currency: string;
}

/** REP-2: a value of a report. */
export function ReportCell({ column: { kind, title }, value, currency }: ReportCellProps) {
  if (value === null || value === "") return <span className={classes.none}>–</span>;
  if (kind === "link") return <EventLink reference={String(value)} />;
  if (kind === "picture") return <SmallPicture url={String(value)} title={title} />;
  return formatReportValue(kind, value, currency);
}

function EventLink({ reference }: { reference: string }) {
  const { module = "", id } = parseEventReference(reference) ?? {};
  const page = eventPages[module];
  if (page === undefined) return reference;
  return <Link to={page} search={{ tab: "all", open: `events.${id}` }}>{`Event ${id}`}</Link>;
}

function SmallPicture({ url, title }: { url: string; title: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return <IconPhotoOff size={16} role="img" aria-label="The picture can't be loaded" />;
  return (
    <a className={classes.picture} href={url} target="_blank" rel="noreferrer">
      <img src={`${url}?size=small`} alt={title} loading="lazy" onError={() => setIsMissing(true)} />
    </a>
  );
}
