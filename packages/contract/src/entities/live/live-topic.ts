/** The topics of change notices: database tables and states that the server watches. */
export const liveTopics = [
  "ai_devices",
  "alerts",
  "audit_log",
  "audit_receiver",
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
  "payload_mappings",
  "reservations",
  "rfid_server",
  "roles",
  "screens",
  "sensors",
  "slot_controllers",
  "tvms",
  "users",
  "variables",
] as const;

/** One of the topics. */
export type LiveTopic = (typeof liveTopics)[number];

/** Keep-alive interval of the stream; a client that receives nothing for three intervals is disconnected. */
export const liveHeartbeatMs = 3_000;
