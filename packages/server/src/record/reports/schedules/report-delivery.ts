import { randomUUID } from "node:crypto";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { formatCount } from "@gatehouse/contract/fields/number";
import { reportLimits } from "@gatehouse/contract/reports/report";
import { type ReportCode, reportOf } from "@gatehouse/contract/reports/report-types";
import { raiseAlert, resolveAlertsOf } from "../../../alert/alert.store.ts";
import { enqueue } from "../../../alert/outbox.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { formatSiteTime } from "../files/report-text.ts";

interface FinishedReport {
  readonly type: ReportCode;
  readonly scheduleId: number | null;
  readonly from: Date;
  readonly to: Date;
  readonly path: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly rowCount: number;
  readonly finishedAt: Date;
}

interface Site {
  readonly siteName: string;
  readonly timeZone: string;
}

const alertOf = (scheduleId: number) => ({ type: "REPORT_FAILED", subject: `report schedule ${scheduleId}` }) as const;

/** Queues the e-mails of a scheduled report, and ends the alert of an earlier failure. */
export async function deliverReport(tx: Tx, report: FinishedReport, site: Site): Promise<void> {
  const { scheduleId, finishedAt, path, fileName, bytes } = report;
  const schedule = await findSchedule(tx, scheduleId);
  if (!schedule) return;
  await resolveAlertsOf(tx, alertOf(schedule.id), finishedAt);
  if (schedule.deliver !== "email") return;
  const isAttached = bytes <= reportLimits.maxMailBytes;
  const textAbout = (file: keyof typeof fileTexts) => toMailText(report, { site, file, name: schedule.name });
  const message = {
    subject: `${site.siteName}: ${schedule.name}`,
    text: textAbout(isAttached ? "attached" : "tooLarge"),
    ...(isAttached && { attachment: { path, filename: fileName, textIfDeleted: textAbout("deleted") } }),
  };
  for (const to of schedule.emails) {
    await enqueue(tx, { kind: "notification-mail", payload: { id: randomUUID(), to, ...message } }, finishedAt);
  }
}

const fileTexts = {
  attached: "is attached.",
  tooLarge: "is too large for an e-mail. Download it from Gatehouse, page Reports.",
  deleted: "was deleted before this message could be sent.",
};

function toMailText(
  { type, from, to, rowCount, fileName }: FinishedReport,
  { site, file, name }: { site: Site; file: keyof typeof fileTexts; name: string },
): string {
  return [
    `${reportOf(type).title}, ${formatCount(rowCount, "row")}`,
    `${formatSiteTime(from, site)} to before ${formatSiteTime(to, site)}`,
    "",
    `The file ${fileName} ${fileTexts[file]}`,
    "",
    `Gatehouse, ${site.siteName}. Schedule: ${name}. Times in ${site.timeZone}.`,
  ].join("\n");
}

/** Raises an alert about a scheduled report that failed. */
export async function reportScheduleError(
  tx: Tx,
  { scheduleId, failure }: { scheduleId: number | null; failure: string },
  now: Date,
): Promise<void> {
  const schedule = await findSchedule(tx, scheduleId);
  if (!schedule) return;
  const cause: AlertCause = {
    ...alertOf(schedule.id),
    scope: "ac",
    title: "Scheduled report failed",
    description: `The report "${schedule.name}" was not produced.`,
    additionalInfo: { error: failure },
  };
  await raiseAlert(tx, cause, now);
}

async function findSchedule(tx: Tx, id: number | null) {
  if (id === null) return undefined;
  return tx
    .selectFrom("report_schedules")
    .select(["id", "name", "deliver", "emails"])
    .where("id", "=", id)
    .executeTakeFirst();
}
