import { prepareDataFolder } from "../../platform/data-folder.ts";
import { connectDatabase } from "../../platform/database/database.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { createAuditSeals } from "../../platform/security/audit-seals.ts";
import { loadExistingSecretKey } from "../../platform/security/secret-key.ts";
import { parseSettings, type Settings } from "../../platform/settings.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { type AuditReport, verifyAudit } from "./verify-audit.ts";

// `npm run verify-audit` verifies the audit trail of the server's database, also while the server runs.
try {
  const report = await verify(parseSettings(process.env));
  print(report);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}

async function verify(settings: Settings): Promise<AuditReport> {
  const dataDir = prepareDataFolder(settings.dataDir);
  const seals = createAuditSeals(loadExistingSecretKey(settings.secretKey ?? undefined, dataDir));
  const opened = await openPostgres(settings.databaseUrl, dataDir);
  const db = connectDatabase(opened.connection);
  try {
    return await verifyAudit(db, seals);
  } finally {
    await db.destroy();
    await opened.close();
  }
}

function print({ days, expiredDays, rows, unsealed, lastSeal, faults }: AuditReport): void {
  for (const { day, id, text } of faults) console.error(`${day}  ${id === undefined ? "" : `row ${id}: `}${text}`);
  const expired = expiredDays === 0 ? "" : `, ${expiredDays} of them expired`;
  const pending = unsealed === 0 ? "" : `; ${unsealed} rows are not sealed yet`;
  const verdict = faults.length === 0 ? "The audit trail is unchanged" : `The audit trail has ${faults.length} faults`;
  console.log(`${verdict}: ${rows} rows on ${days} days${expired}${pending}.`);
  if (lastSeal !== "") console.log(`Last seal: ${lastSeal}`);
}
