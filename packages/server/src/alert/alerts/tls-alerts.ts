import { hostname } from "node:os";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { TlsReload } from "../../platform/http/tls-reload.ts";
import type { Services } from "../../platform/services.ts";
import { createConditionAlerts } from "../condition-alerts.ts";

const checkIntervalMs = 2_000;
/** ACME clients renew a month before, so two weeks leave time to repair them. */
const warningDays = 14;
const ownEnd = ` (${hostname()})`;

/** Raises an alert while the certificate expires soon, or its files can't be used. */
export function startTlsAlerts(
  { db, clock, log }: Services,
  tls: TlsReload,
  intervalMs = checkIntervalMs,
): BackgroundJob {
  const alerts = createConditionAlerts({ db, clock }, "TLS_CERTIFICATE");
  return startJob("TLS certificate", log, async () => {
    const error = findError(tls, clock.now());
    // Alerts of other servers on this database stay open.
    const isKept = (subject: string) => !subject.endsWith(ownEnd) || subject === error?.subject;
    await alerts.update({ causes: error ? [error] : [], isKept });
    return { waitMs: intervalMs };
  });
}

function findError(tls: TlsReload, now: Date): AlertCause | undefined {
  const error = tls.error();
  if (error !== undefined) {
    return toCause("New TLS certificate not used", `The earlier certificate stays in use. ${error}`);
  }
  const { expiresAt } = tls.current();
  if (expiresAt.getTime() - now.getTime() > warningDays * dayMs) return undefined;
  return toCause("TLS certificate expires soon", `The certificate expires on ${expiresAt.toISOString().slice(0, 10)}.`);
}

const toCause = (title: string, description: string): AlertCause => ({
  type: "TLS_CERTIFICATE",
  scope: "ac",
  subject: `${title}${ownEnd}`,
  title,
  description,
  additionalInfo: {},
});
