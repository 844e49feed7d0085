/** What can be done, with its title. */
export const auditActions = {
  insert: "Created",
  update: "Changed",
  delete: "Deleted",
  command: "Manual command",
  act: "Other action",
  import: "Import",
  export: "Export",
  permission: "Permission change",
  "sign-in": "Sign-in",
  "sign-in-failed": "Failed sign-in",
  "sign-out": "Sign-out",
  switch: "Switch of person",
  "switch-failed": "Failed switch of person",
} as const;

export type AuditAction = keyof typeof auditActions;

/** The nouns of what can be changed, by the name of their table. */
export const auditEntities = {
  access_areas: "area",
  access_groups: "group",
  access_lists: "list entry",
  access_look_alikes: "look-alike plates",
  access_overrides: "override",
  access_pass_gates: "gate of a pass",
  access_passes: "pass",
  access_presence: "vehicle inside",
  access_rule_gates: "gate of a rule",
  access_rules: "rule",
  access_schedules: "schedule",
  ai_devices: "AI device",
  alerts: "alert",
  area_corrections: "correction of a count",
  area_counts: "count of an area",
  audit_log: "audit trail",
  audit_receiver: "receiver of the daily seal",
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
  event_corrections: "correction of a plate",
  events: "events",
  gate_displays: "display of a gate",
  gates: "gate",
  identifier_groups: "group of an identifier",
  identifiers: "identifier",
  ingest_tokens: "push settings",
  integration_keys: "API key",
  lanes: "lane",
  legal_holds: "legal hold",
  mail_server: "mail server",
  module_activation: "module",
  mygate: "MyGate",
  notification_rules: "notification rule",
  notification_webhooks: "webhook",
  outbox: "pending message",
  passkeys: "passkey",
  payload_mappings: "custom format",
  personal_tokens: "access token",
  pins: "PIN",
  plates: "plate",
  policy_versions: "version of the access rules",
  recovery_codes: "recovery codes of user",
  relay_assignments: "relay assignment",
  report_jobs: "report",
  report_schedules: "report schedule",
  reservations: "reservation",
  rfid_server: "RFID server",
  role_policies: "sign-in rules of a role",
  roles: "role",
  screen_keys: "screen key",
  second_factors: "second factor of user",
  sensors: "sensor",
  sessions: "session",
  sign_in_providers: "sign-in provider",
  sign_in_settings: "sign-in settings",
  slot_controllers: "slot controller",
  station_cards: "vehicle at the gate station",
  station_handovers: "shift handover",
  station_notes: "note of the gate station",
  stay_reductions: "reduction of a fare",
  totp_secrets: "authenticator app",
  tariffs: "tariff",
  tvms: "TVM",
  users: "user",
  variable_terms: "term of a variable",
  variables: "variable",
} as const;

/** The noun of a table; its own name if it has none. */
export const auditEntityNoun = (table: string): string =>
  (auditEntities as Readonly<Record<string, string>>)[table] ?? table.replaceAll("_", " ");

/** The call of a row that was written with a personal access token. Its user name stays that of the person. */
export const callWithToken = (call: string, tokenName: string): string => `${call} (token: ${tokenName})`;

/** Separates the call of a row from the name of its personal access token. */
export function splitCall(call: string): { call: string; token: string | undefined } {
  const [, bare, token] = /^([A-Z]+ \S+) \(token: (.*)\)$/s.exec(call) ?? [];
  return { call: bare ?? call, token };
}

/** The parts of a record, by the tables that its own table owns; the id of its parts. */
const parts: Readonly<Record<string, Readonly<Record<string, (id: string) => string>>>> = {
  gates: { gate_displays: (id) => id },
  displays: { display_variables: (id) => id, screen_keys: (id) => id },
  variables: { variable_terms: (id) => id },
  cameras: { camera_slots: (id) => id },
  ai_devices: { ingest_tokens: (id) => `device ${id}`, payload_mappings: (id) => `device ${id}` },
  sensors: { ingest_tokens: (id) => `sensor ${id}`, payload_mappings: (id) => `sensor ${id}` },
};

/** The tables with the parts of a record, and the id that its parts have there. */
export const auditPartsOf = (table: string, id: string): [table: string, id: string][] =>
  Object.entries(parts[table] ?? {}).map(([part, toId]) => [part, toId(id)]);

/** The author of a failed sign-in with an unknown name: people sometimes type their password there. No user name has a space. */
export const unknownUser = "unknown user";
