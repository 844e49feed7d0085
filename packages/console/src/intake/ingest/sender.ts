/** Kind of record that pushes events. */
export type Sender = "ai-devices" | "sensors";
