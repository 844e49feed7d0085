/** What a change notice can be about: each is a table of the database, or a state that the server watches. */
export const liveTopics = [
  "ai_devices",
  "alerts",
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
  "health",
  "identifiers",
  "ingest",
  "integration_keys",
  "lanes",
  "module_activation",
  "mygate",
  "outbox",
  "reservations",
  "rfid_server",
  "sensors",
  "slot_controllers",
  "tvms",
  "variables",
] as const;

/** One of the topics. */
export type LiveTopic = (typeof liveTopics)[number];

/** How often a quiet stream says that it is alive; a reader that hears nothing for three of them is cut off. */
export const liveHeartbeatMs = 3_000;
