/**
 * The numbers of PostgreSQL's advisory locks that the product takes: any number does, as long as it stays and no two
 * things share one. A migration that takes a lock writes its number down itself, and here too.
 */
export const advisoryLocks = {
  /** One server migrates at a time. */
  migrating: 7_210_415_001,
  /** Whoever holds it talks to the field. */
  field: 7_210_415_002,
  /** One pull from MyGate is taken over at a time. */
  mygatePull: 7_210_415_003,
  /** As `variables_lock()` in 0004-variables.sql: shared by whoever moves values, alone by whoever changes equations. */
  variables: 7_210_415_004,
  /** One file of identifiers is imported at a time. */
  identifierImport: 7_210_415_005,
  /** With a gate's id beside it: whoever decides at a gate does so alone. */
  gates: 7_210_416,
} as const;
