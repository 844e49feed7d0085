import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./database.types.ts";

/** The NOTIFY channels between the processes on one database. Triggers of migration 0001 notify `changes` as well. */
export const channels = {
  /** A table or topic with changes. */
  changes: "gatehouse_changes",
  /** The ids of new or changed events, separated by commas. */
  events: "gatehouse_events",
  /** Commands are queued. */
  commands: "gatehouse_commands",
  /** The ids of changed identifiers, separated by commas; `all` if there are many. */
  identifiers: "gatehouse_identifiers",
} as const;

export type Channel = (typeof channels)[keyof typeof channels];

/** The payload of `channels.changes`. */
type ChangedTopic = LiveTopic | keyof Tables;

/** The payload of `channels.commands`. */
export const queuedCommands = "queued";

/** SQL expression that notifies a channel, for `select` statements. */
const notify = (channel: Channel, payload: string) => sql<void>`pg_notify(${channel}, ${payload})`;

/** SQL expression that announces changes of a table or topic. */
export const notifyChange = (topic: ChangedTopic): RawBuilder<void> => notify(channels.changes, topic);

/** Sends a payload of its own over `channels.changes`: it arrives after the notifications of all earlier commits. */
export const notifyMark = (payload: string, db: Database) =>
  sql`select ${notify(channels.changes, payload)}`.execute(db);

/** SQL expression that announces new or changed events. */
export const notifyEvents = (ids: readonly number[]): RawBuilder<void> => notify(channels.events, ids.join(","));

/** SQL expression that announces the event of each selected row. */
export const notifyEventOfRow: RawBuilder<void> = sql<void>`pg_notify(${channels.events}, id::text)`;

/** SQL expression that announces queued commands. */
export const notifyCommands = (): RawBuilder<void> => notify(channels.commands, queuedCommands);

/** The same as `notifyChange`, as text for prepared statements. */
export const changeNotification = (topic: ChangedTopic) => `pg_notify('${channels.changes}', '${topic}')`;
