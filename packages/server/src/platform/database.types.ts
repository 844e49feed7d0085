// Written by `npm run generate` from the migrated database; a test fails when it is out of date.
import type { ColumnType, GeneratedAlways } from "kysely";

/** Read as the wire writes it, written as a Date. */
type Time = ColumnType<string, Date, Date>;

/** Written as JSON text, so that arrays and bare values are never taken for something else. */
type Json = ColumnType<unknown, string, string>;

/** Filled in by the database when an insert leaves it out. */
type Filled<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** Every table of the database. */
export interface Tables {
  ai_devices: {
    id: GeneratedAlways<number>;
    vendor: string;
    label: string;
    module: string;
    ip: string | null;
    apiPort: number | null;
    dashboardPort: number | null;
    apiBasepath: string | null;
    username: string | null;
    passwordSecret: string | null;
    version: Filled<number>;
  };
  alerts: {
    id: GeneratedAlways<number>;
    type: string;
    scope: string;
    subject: string;
    status: Filled<string>;
    title: string;
    description: string;
    additionalInfo: Filled<Json>;
    createdAt: Time;
    count: Filled<number>;
    lastSeenAt: Time;
    resolvedAt: Time | null;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at: Filled<Time>;
    userId: number | null;
    username: string;
    requestId: string;
    call: string;
    tableName: string;
    rowId: string | null;
    action: string;
    before: Json | null;
    after: Json | null;
  };
  code_selections: {
    name: string;
    codes: string[];
  };
  configs: {
    id: GeneratedAlways<number>;
    scope: string;
    key: string;
    dataType: string;
    value: Json;
    isRequired: Filled<boolean>;
    version: Filled<number>;
  };
  device_health: {
    deviceId: number;
    isHealthy: boolean;
    failedProbes: number;
    since: Time;
  };
  field_controller: {
    id: number;
    lastBeatAt: Time;
  };
  login_attempts: {
    key: string;
    failures: number;
    lastAt: Time;
  };
  module_activation: {
    kind: string;
    active: boolean;
  };
  schema_migrations: {
    version: number;
    name: string;
    checksum: string;
    appliedAt: Filled<Time>;
  };
  sessions: {
    id: string;
    userId: number;
    createdAt: Time;
    expiresAt: Time;
    endedAt: Time | null;
    address: string;
    userAgent: string;
  };
  users: {
    id: GeneratedAlways<number>;
    username: string;
    passwordHash: string;
    passwordChanged: Filled<boolean>;
    createdAt: Filled<Time>;
  };
}
