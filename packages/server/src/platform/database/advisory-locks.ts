/** Keys of PostgreSQL advisory locks: unique and never changed. A migration that takes a lock repeats its key. */
export const advisoryLocks = {
  /** Serializes migrations. */
  migrations: 7_210_415_001,
  /** Held by the leader, the process that drives the hardware. */
  leader: 7_210_415_002,
  /** Serializes MyGate pulls. */
  mygatePull: 7_210_415_003,
  /** As `variables_lock()` in 0004-variables.sql: shared by changes of values, exclusive for changes of equations. */
  variables: 7_210_415_004,
  /** Serializes identifier imports. */
  identifierImport: 7_210_415_005,
  /** Serializes changes of position contacts and loop detectors. */
  inputs: 7_210_415_006,
  /** Serializes changes of the sink ports of cameras. */
  sinkPorts: 7_210_415_019,
  /** Serializes the sealing of the audit trail. */
  auditSeals: 7_210_415_024,
  /** As `presence_lock()` in 0035-access-rules.sql: serializes decisions that depend on presence, and its changes. */
  presence: 7_210_415_035,
  /** As `overview_lock()` in 0044-overview.sql: serializes the adding up of counts. */
  overview: 7_210_415_044,
  /** Serializes changes of tariffs and the computation of fares. */
  tariffs: 7_210_415_056,
  /** Combined with a gate's id: serializes decisions at the gate. */
  gates: 7_210_416,
} as const;
