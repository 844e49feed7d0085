import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertAdvice } from "@gatehouse/contract/entities/alert-type";
import { formatCount } from "@gatehouse/contract/fields/number";

/** The site, for the wording of messages. */
export interface MessageSite {
  readonly siteName: string;
  readonly timeZone: string;
}

/** The wording of a message. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
}

export interface MessageAlert {
  readonly alert: Alert;
  readonly explains: number;
}

const separator = "\n\n";

/** The message about new alerts, or about alerts that stayed unacknowledged for some minutes. */
export function formatAlerts(
  site: MessageSite,
  ruleName: string,
  alerts: readonly MessageAlert[],
  afterMinutes = 0,
): MessageText {
  const [first, ...others] = alerts;
  const what = first && others.length === 0 ? first.alert.title : `${alerts.length} alerts`;
  const late = afterMinutes > 0 ? `Not acknowledged for ${afterMinutes} min: ` : "";
  return {
    subject: `${site.siteName}: ${late}${what}`,
    text: [...alerts.map((one) => formatAlert(one, site)), closing(site, ruleName)].join(separator),
  };
}

/** The daily digest. */
export function formatDigest(site: MessageSite, ruleName: string, alerts: readonly Alert[]): MessageText {
  const open = alerts.filter(({ status }) => status === "new");
  const resolved = alerts.filter(({ status }) => status === "resolved");
  const list = (title: string, some: readonly Alert[]) =>
    some.length === 0 ? [] : [`${title} (${some.length})`, ...some.map((alert) => formatLine(alert, site))].join("\n");
  const parts = [list("Open", open), list("Resolved", resolved)].flat();
  return {
    subject: `${site.siteName}: daily digest, ${open.length} open, ${resolved.length} resolved`,
    text: [...(parts.length === 0 ? ["No alerts since the last digest."] : parts), closing(site, ruleName)].join(
      separator,
    ),
  };
}

export const formatTest = ({ siteName }: MessageSite): MessageText => ({
  subject: `${siteName}: test message`,
  text: `This is a test message of Gatehouse at ${siteName}. Notifications arrive here.`,
});

function formatAlert({ alert, explains }: MessageAlert, site: MessageSite): string {
  const { type, title, description, count, additionalInfo } = alert;
  const error = typeof additionalInfo.error === "string" ? additionalInfo.error : "";
  const since = `Since ${formatTime(alert.createdAt, site)}${count > 1 ? `, ${count} times` : ""}`;
  const effects = explains > 0 ? [`Explains ${formatCount(explains, "other alert")}.`] : [];
  return [title, description, ...effects, since, alertAdvice[type] ?? error].filter((line) => line !== "").join("\n");
}

const formatLine = ({ title, description, createdAt, count }: Alert, site: MessageSite) =>
  `- ${formatTime(createdAt, site)}  ${title}: ${description}${count > 1 ? ` (${count} times)` : ""}`;

const closing = ({ siteName, timeZone }: MessageSite, ruleName: string) =>
  `Gatehouse, ${siteName}. Rule: ${ruleName}. Times in ${timeZone}.`;

const formatTime = (at: string, { timeZone }: MessageSite) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
