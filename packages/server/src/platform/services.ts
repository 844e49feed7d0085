import { createHmac } from "node:crypto";
import { type Clock, systemClock } from "./clock.ts";
import { type Connection, connectDatabase, type Database } from "./database/database.ts";
import { createDatabaseHealth, type DatabaseHealth } from "./database/database-health.ts";
import { createNotificationBus, type NotificationBus } from "./database/notifications.ts";
import type { Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type AuditSeals, createAuditSeals } from "./security/audit-seals.ts";
import { type Cursors, createCursors } from "./security/cursors.ts";
import { createEvidenceSigner, type EvidenceSigner } from "./security/evidence-signer.ts";
import type { SecretKey } from "./security/secret-key.ts";
import { createSecrets, type Secrets } from "./security/secrets.ts";
import { createSignedText, type SignedText } from "./security/signed-text.ts";
import { createTokens, type Tokens } from "./security/tokens.ts";

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
  /** Hashes a text so that only this installation can compute it. */
  keyedHash: (text: string) => Uint8Array;
  live: NotificationBus;
}

/** Connects to the database. The caller starts and stops `health`, and closes `live` and then `db`. */
export function createServices({
  key,
  connection,
  log,
  clock = systemClock,
  onConnectionError,
  prepare,
  health: givenHealth,
}: {
  key: SecretKey;
  connection: Connection;
  log: Log;
  clock?: Clock;
  onConnectionError?: (error: Error) => void;
  /** For a start without the database: called when it responds for the first time. */
  prepare?: (() => Promise<void>) | undefined;
  /** Instead of probing the database. */
  health?: DatabaseHealth | undefined;
}): Services {
  const db = connectDatabase(connection, onConnectionError);
  return {
    db,
    health: givenHealth ?? createDatabaseHealth(connection, db, log, prepare),
    clock,
    log,
    metrics: createMetrics(),
    tokens: createTokens(key),
    cursors: createCursors(key),
    secrets: createSecrets(key),
    tickets: createSignedText(key.derive("tickets")),
    auditSeals: createAuditSeals(key),
    evidenceSigner: createEvidenceSigner(key),
    keyedHash: createKeyedHash(key),
    live: createNotificationBus(connection, log),
  };
}

function createKeyedHash(key: SecretKey): Services["keyedHash"] {
  // The name of what was hashed first; another one would change stored hashes.
  const secret = key.derive("plates");
  return (text) => createHmac("sha256", secret).update(text).digest();
}
