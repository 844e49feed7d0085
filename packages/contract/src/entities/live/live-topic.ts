/** The topics of change notices: database tables and states that the server watches. */
export const liveTopics = [
  "ai_devices",
  "alerts",
  "audit_log",
  "boom_barriers",
  "buzzers",
  "cameras",
  "code_selections",
  "commands",
  "commissions",
  "configs",
  "displays",
  "events",
  "gates",
  "hardware_status",
  "health",
  "identifiers",
  "ingest",
  "integration_keys",
  "lanes",
  "module_activation",
  "mygate",
  "outbox",
  "passkeys",
  "payload_mappings",
  "personal_tokens",
  "pins",
  "reservations",
  "rfid_server",
  "role_policies",
  "roles",
  "screens",
  "sensors",
  "sessions",
  "sign_in_providers",
  "sign_in_settings",
  "slot_controllers",
  "totp_secrets",
  "tvms",
  "users",
  "variables",
] as const;

/** One of the topics. */
export type LiveTopic = (typeof liveTopics)[number];

/** Keep-alive interval of the stream; a client that receives nothing for three intervals is disconnected. */
export const liveHeartbeatMs = 3_000;
