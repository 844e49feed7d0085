/** AUD-1: what can be done, with its title. */
export const auditActions = {
  insert: "Created",
  update: "Changed",
  delete: "Deleted",
  command: "Manual command",
  import: "Import",
  export: "Export",
  permission: "Permission change",
  "sign-in": "Sign-in",
  "sign-in-failed": "Failed sign-in",
  "sign-out": "Sign-out",
} as const;

/** One of the actions. */
export type AuditAction = keyof typeof auditActions;

/** AUD-1: the nouns of what can be changed, by the name of their table. */
export const auditEntities = {
  access_areas: "area",
  access_groups: "group",
  access_lists: "list entry",
  access_overrides: "override",
  access_pass_gates: "gate of a pass",
  access_passes: "pass",
  access_presence: "vehicle inside",
  access_rule_gates: "gate of a rule",
  access_rules: "rule",
  access_schedules: "schedule",
  ai_devices: "AI device",
  alerts: "alert",
  audit_log: "audit trail",
  boom_barriers: "boom barrier",
  buzzers: "buzzer",
  camera_slots: "parking slot of a camera",
  cameras: "camera",
  code_selections: "selection",
  commands: "command",
  commissions: "commissioning",
  configs: "configuration",
  display_variables: "variable of a display",
  displays: "display",
  events: "events",
  gate_displays: "display of a gate",
  gates: "gate",
  identifier_groups: "group of an identifier",
  identifiers: "identifier",
  ingest_tokens: "push settings",
  integration_keys: "API key",
  lanes: "lane",
  module_activation: "module",
  mygate: "MyGate",
  outbox: "pending message",
  payload_mappings: "custom format",
  relay_assignments: "relay assignment",
  reservations: "reservation",
  rfid_server: "RFID server",
  roles: "role",
  screen_keys: "screen key",
  sensors: "sensor",
  sessions: "session",
  slot_controllers: "slot controller",
  tvms: "TVM",
  users: "user",
  variable_terms: "term of a variable",
  variables: "variable",
} as const;

/** The noun of a table; its own name if it has none. */
export const auditEntityNoun = (table: string): string =>
  (auditEntities as Readonly<Record<string, string>>)[table] ?? table.replaceAll("_", " ");

/** The author of a failed sign-in with an unknown name: people sometimes type their password there. No user name has a space. */
export const unknownUser = "unknown user";
