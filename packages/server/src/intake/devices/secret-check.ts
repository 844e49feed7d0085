import { passwordUnreadable } from "@gatehouse/contract/entities/ai-device.messages";
import { type AlertCause, type AlertScope, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { displayScopeOf } from "@gatehouse/contract/entities/display/display";
import { communityUnreadable } from "@gatehouse/contract/entities/display/display.messages";
import { secretUnreadable } from "@gatehouse/contract/entities/ingest.messages";
import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Secrets } from "../../platform/security/secrets.ts";
import type { Services } from "../../platform/services.ts";

const checkIntervalMs = 5_000;
const types = ["INGEST_SECRET_UNREADABLE", "DEVICE_PASSWORD_UNREADABLE"] as const;

const keyOf = ({ type, subject }: { type: string; subject: string }) => `${type} ${subject}`;

/** Raises an alert for each stored secret that can't be decrypted, and resolves it once the secret is readable. */
export function startSecretCheck({ db, secrets, clock, log }: Services): BackgroundJob {
  // Alerts resolved by a user are not raised again by the same process.
  let reported: ReadonlySet<string> = new Set();

  return startJob("secret check", log, async () => {
    const causes = await listUnreadable(db, secrets);
    const found = new Set(causes.map(keyOf));
    await db.transaction().execute(async (tx) => {
      const open = await tx
        .selectFrom("alerts")
        .select(["id", "type", "subject"])
        .where("type", "in", types)
        .where("status", "=", "new")
        .execute();
      const opened = new Set(open.map(keyOf));
      for (const alert of open) if (!found.has(keyOf(alert))) await resolveAlert(tx, alert.id, clock.now());
      for (const cause of causes) {
        if (reported.has(keyOf(cause)) || opened.has(keyOf(cause))) continue;
        await raiseAlert(tx, cause, clock.now());
      }
    });
    for (const cause of causes) if (!reported.has(keyOf(cause))) log.warn(cause.description);
    reported = found;
    return { waitMs: checkIntervalMs };
  });
}

async function listUnreadable(db: ReadDb, secrets: Secrets): Promise<AlertCause[]> {
  const [tokens, passwords, signs] = await Promise.all([
    db
      .selectFrom("ingest_tokens as token")
      .leftJoin("ai_devices as device", "device.id", "token.deviceId")
      .leftJoin("sensors as sensor", "sensor.id", "token.sensorId")
      .select([
        "token.deviceId",
        "token.sensorId",
        "token.ingestSecret",
        "device.label",
        "device.module",
        "sensor.name",
      ])
      .execute(),
    db
      .selectFrom("ai_devices")
      .select(["id", "label", "module", "passwordSecret"])
      .where("passwordSecret", "is not", null)
      .execute(),
    db
      .selectFrom("displays")
      .select(["id", "name", "scope", "communitySecret"])
      .where("communitySecret", "is not", null)
      .execute(),
  ]);
  return [
    ...tokens
      .filter(({ ingestSecret }) => secrets.open(ingestSecret) === undefined)
      .map(({ deviceId, sensorId, label, module, name }): AlertCause => {
        const about = deviceId === null ? `sensor ${sensorId}` : `device ${deviceId}`;
        return {
          type: "INGEST_SECRET_UNREADABLE",
          scope: module === null ? "ac" : alertScopeOf[module as ModuleKind],
          subject: about,
          title: "Secret unreadable",
          description: `The secret of "${label ?? name}" can't be decrypted, so its pushes are refused. ${secretUnreadable}.`,
          additionalInfo: { error: secretUnreadable, ...(deviceId === null ? { sensorId } : { deviceId }) },
        };
      }),
    ...passwords
      .filter(({ passwordSecret }) => passwordSecret !== null && secrets.open(passwordSecret) === undefined)
      .map(
        ({ id, label, module }): AlertCause => ({
          type: "DEVICE_PASSWORD_UNREADABLE",
          scope: alertScopeOf[module as ModuleKind],
          subject: `device ${id}`,
          title: "Password unreadable",
          description: `The password of "${label}" can't be decrypted, so the device can't be reached. ${passwordUnreadable}.`,
          additionalInfo: { error: passwordUnreadable, deviceId: id },
        }),
      ),
    ...signs
      .filter(({ communitySecret }) => communitySecret !== null && secrets.open(communitySecret) === undefined)
      .map(
        ({ id, name, scope }): AlertCause => ({
          type: "DEVICE_PASSWORD_UNREADABLE",
          scope: alertScopeOfDisplay(scope),
          subject: `display ${id}`,
          title: "Community string unreadable",
          description: `The community string of "${name}" can't be decrypted, so the sign can't be reached. ${communityUnreadable}.`,
          additionalInfo: { error: communityUnreadable, displayId: id },
        }),
      ),
  ];
}

function alertScopeOfDisplay(scope: string): AlertScope {
  const module = moduleKinds.find((kind) => displayScopeOf[kind] === scope);
  return module ? alertScopeOf[module] : "ac";
}
