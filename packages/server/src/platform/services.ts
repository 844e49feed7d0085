import type { Clock } from "./clock.ts";
import type { Database } from "./database/database.ts";
import type { DatabaseHealth } from "./database/database-health.ts";
import type { NotificationBus } from "./database/notifications.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { AuditSeals } from "./security/audit-seals.ts";
import type { Cursors } from "./security/cursors.ts";
import type { EvidenceSigner } from "./security/evidence-signer.ts";
import type { PlateHashes } from "./security/plate-hashes.ts";
import type { Secrets } from "./security/secrets.ts";
import type { SignedText } from "./security/signed-text.ts";
import type { Tokens } from "./security/tokens.ts";

/** The dependencies of handlers and background jobs. */
export interface Services {
  db: Database;
  /** Whether the database responds. */
  health: DatabaseHealth;
  clock: Clock;
  log: Log;
  /** Counts what this process does. */
  metrics: Metrics;
  tokens: Tokens;
  cursors: Cursors;
  secrets: Secrets;
  /** Signs cookies and links that only this installation can issue. */
  tickets: SignedText;
  /** Authenticates the audit trail. */
  auditSeals: AuditSeals;
  evidenceSigner: EvidenceSigner;
  /** Replaces plates after their retention. */
  plateHashes: PlateHashes;
  live: NotificationBus;
}
