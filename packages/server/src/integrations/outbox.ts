import type { DeviceFailure } from "@gatehouse/drivers/device-result";
import { type ExpressionBuilder, sql } from "kysely";
import { raiseAlert } from "../alerts/alert.store.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { notifyChange } from "../platform/database/channels.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/database.types.ts";
import type { Services } from "../platform/services.ts";
import { type Carrier, carriers, type OutboxKind, type OutboxPayloads } from "./outbox-carriers.ts";

/** A message for another system, with what it is for. */
export type OutboxMessage = { [K in OutboxKind]: { kind: K; payload: OutboxPayloads[K] } }[OutboxKind];

/** Puts a message down in the transaction of its cause: it goes out if and only if that is stored. */
export async function enqueue(tx: Tx, { kind, payload }: OutboxMessage, now: Date): Promise<void> {
  const values = { kind, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now };
  await tx.insertInto("outbox").values(values).execute();
}

const lookMs = 500;
const atOnce = 20;
const firstPauseMs = 1_000;
const longestPauseMs = 300_000;
/** A hiccup needs nobody; a system that refuses this often in a row does. */
const alertAfterAttempts = 3;

/** How long to wait after the n-th failure: twice as long each time, up to five minutes. */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 20));

/** Sends what waits, one loop a kind, so that a system that hangs delays no message for another. */
export function startOutbox(services: Services): BackgroundJob {
  const loops = (Object.keys(carriers) as OutboxKind[]).map((kind) =>
    startJob(`outbox of ${kind}`, services.log, async () => {
      await sendDueMessages(services, kind);
      return { waitMs: lookMs };
    }),
  );
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

interface Waiting {
  id: number;
  attempts: number;
  payload: unknown;
}

/** Sends the messages of a kind whose time has come, the oldest first. */
export async function sendDueMessages(services: Services, kind: OutboxKind): Promise<void> {
  const { db, clock } = services;
  const due: Waiting[] = await db
    .selectFrom("outbox")
    .select(["id", "attempts", "payload"])
    .where("kind", "=", kind)
    .where("takenAt", "is", null)
    .where((row) => isDueAt(row, clock.now()))
    .orderBy("id")
    .limit(atOnce)
    .execute();
  const carrier = carriers[kind] as Carrier<unknown>;
  for (const message of due) {
    const result = await carrier.send(message.payload, services);
    await db.transaction().execute((tx) => settle(tx, kind, message, result, clock.now()));
    if (!result.ok && isWall(result.failure)) return;
  }
}

/** Due, or so far ahead that only a clock that has stepped back since explains it: no pause is longer. */
const isDueAt = (row: ExpressionBuilder<Tables, "outbox">, now: Date) =>
  row.or([
    row("nextAttemptAt", "<=", now.toISOString()),
    row("nextAttemptAt", ">", new Date(now.getTime() + longestPauseMs).toISOString()),
  ]);

/** INT-2: a message that is answered badly is alone with that; where nobody answers, the next meets the same wall. */
const isWall = ({ kind }: DeviceFailure) =>
  kind === "unreachable" || kind === "timed-out" || kind === "outside-networks";

/** Writes down how an attempt ended. */
async function settle(
  tx: Tx,
  kind: OutboxKind,
  { id, attempts, payload }: Waiting,
  result: Awaited<ReturnType<Carrier<unknown>["send"]>>,
  now: Date,
): Promise<void> {
  const carrier = carriers[kind] as Carrier<unknown>;
  if (result.ok) {
    await tx.updateTable("outbox").set({ takenAt: now, lastFault: null }).where("id", "=", id).execute();
    await carrier.onTaken?.(tx, payload, now);
    return announce(tx);
  }
  const tried = attempts + 1;
  const { detail } = result.failure;
  const nextAttemptAt = new Date(now.getTime() + pauseAfter(tried));
  await tx
    .updateTable("outbox")
    .set({ attempts: tried, lastFault: detail, nextAttemptAt })
    .where("id", "=", id)
    .execute();
  if (isWall(result.failure)) await postpone(tx, kind, nextAttemptAt);
  const cause = tried >= alertAfterAttempts ? carrier.alert?.(payload, detail) : undefined;
  if (cause) await raiseAlert(tx, cause, now);
  await announce(tx);
}

/** Everything else for a system that does not answer waits for the same moment. */
async function postpone(tx: Tx, kind: OutboxKind, until: Date): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ nextAttemptAt: until })
    .where("kind", "=", kind)
    .where("takenAt", "is", null)
    .where("nextAttemptAt", "<", until.toISOString())
    .execute();
}

/** Tells whoever shows what waits. */
async function announce(tx: Tx): Promise<void> {
  await sql`select ${notifyChange("outbox")}`.execute(tx);
}
