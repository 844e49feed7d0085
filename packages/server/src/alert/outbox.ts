import type { DeviceError } from "@gatehouse/drivers/device-result";
import { type ExpressionBuilder, sql } from "kysely";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { notifyChange } from "../platform/database/channels.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/database.types.ts";
import type { Services } from "../platform/services.ts";
import { raiseAlert } from "./alert.store.ts";
import { type OutboxKind, type OutboxPayloads, type Sender, senders } from "./integrations/outbox-senders.ts";

/** A message for another system. If a kind has several receivers, `target` names the one that it is for. */
export type OutboxMessage = { [K in OutboxKind]: { kind: K; payload: OutboxPayloads[K]; target?: string } }[OutboxKind];

/** Stores a message in the transaction of its cause, so it is sent if and only if that transaction commits. */
export async function enqueue(tx: Tx, { kind, payload, target = "" }: OutboxMessage, now: Date): Promise<void> {
  const values = { kind, target, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now };
  await tx.insertInto("outbox").values(values).execute();
}

const pollIntervalMs = 500;
const batchSize = 20;
const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 300_000;
/** Fewer failures in a row are treated as temporary. */
const alertAfterAttempts = 3;

/** Exponential back-off: the delay after the n-th failure. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** Math.min(attempts - 1, 20));

/** Sends queued messages, each kind on its own, so that a system that hangs does not delay the others. */
export function startOutbox(services: Services): BackgroundJob {
  const { log } = services;
  const sending = new Map<OutboxKind, Promise<void>>();

  async function send(kind: OutboxKind): Promise<void> {
    try {
      await sendDueMessages(services, kind);
    } catch (error) {
      log.warn({ error, kind }, "could not send queued messages; will retry");
    } finally {
      sending.delete(kind);
    }
  }

  const polling = startJob("outbox", log, async () => {
    for (const kind of await listDueKinds(services)) {
      if (!sending.has(kind)) sending.set(kind, send(kind));
    }
    return { waitMs: pollIntervalMs };
  });
  return {
    stop: async () => {
      await polling.stop();
      await Promise.all(sending.values());
    },
  };
}

/** The kinds with messages that are due. */
async function listDueKinds({ db, clock }: Services): Promise<OutboxKind[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("kind")
    .distinct()
    .where("takenAt", "is", null)
    .where((row) => isDueAt(row, clock.now()))
    .execute();
  return rows.flatMap(({ kind }) => (isKind(kind) ? [kind] : []));
}

const isKind = (kind: string): kind is OutboxKind => Object.hasOwn(senders, kind);

interface QueuedMessage {
  id: number;
  target: string;
  attempts: number;
  payload: unknown;
}

/** Sends the due messages of a kind, oldest first. A receiver that fails does not delay those to others. */
export async function sendDueMessages(services: Services, kind: OutboxKind): Promise<void> {
  const { db, clock } = services;
  const due: QueuedMessage[] = await db
    .selectFrom("outbox")
    .select(["id", "target", "attempts", "payload"])
    .where("kind", "=", kind)
    .where("takenAt", "is", null)
    .where((row) => isDueAt(row, clock.now()))
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const byTarget = Map.groupBy(due, ({ target }) => target);
  await Promise.all([...byTarget.values()].map((messages) => sendInOrder(services, kind, messages)));
}

/** Sends messages to one receiver until it turns out to be down. */
async function sendInOrder(services: Services, kind: OutboxKind, messages: readonly QueuedMessage[]): Promise<void> {
  const { db, clock } = services;
  const sender = senders[kind] as Sender<unknown>;
  for (const message of messages) {
    const result = await sender.send(message.payload, services);
    await db.transaction().execute((tx) => saveAttempt(tx, { kind, message, result, now: clock.now() }));
    if (!result.ok && isSystemDown(result.failure)) return;
  }
}

/** Due, or further ahead than the maximum delay, which means that the clock has stepped back. */
const isDueAt = (row: ExpressionBuilder<Tables, "outbox">, now: Date) =>
  row.or([
    row("nextAttemptAt", "<=", now.toISOString()),
    row("nextAttemptAt", ">", new Date(now.getTime() + maxRetryDelayMs).toISOString()),
  ]);

/** Whether the next message would fail too; other failures concern a single message. */
const isSystemDown = ({ kind }: DeviceError) =>
  kind === "unreachable" || kind === "timed-out" || kind === "outside-networks";

interface Attempt {
  readonly kind: OutboxKind;
  readonly message: QueuedMessage;
  readonly result: Awaited<ReturnType<Sender<unknown>["send"]>>;
  readonly now: Date;
}

/** Saves the result of an attempt. */
async function saveAttempt(tx: Tx, { kind, message, result, now }: Attempt): Promise<void> {
  const { id, target, attempts, payload } = message;
  const sender = senders[kind] as Sender<unknown>;
  if (result.ok) {
    await tx.updateTable("outbox").set({ takenAt: now, lastFault: null }).where("id", "=", id).execute();
    await sender.onDelivered?.(tx, payload, now);
    return notifyOutboxChange(tx);
  }
  const failures = attempts + 1;
  const { detail } = result.failure;
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(failures));
  await tx
    .updateTable("outbox")
    .set({ attempts: failures, lastFault: detail, nextAttemptAt })
    .where("id", "=", id)
    .execute();
  if (isSystemDown(result.failure)) await postponeAll(tx, { kind, target }, nextAttemptAt);
  const cause = failures >= alertAfterAttempts ? sender.alert?.(payload, detail) : undefined;
  if (cause) await raiseAlert(tx, cause, now);
  await notifyOutboxChange(tx);
}

/** Postpones all messages to a receiver until it is tried again. */
async function postponeAll(tx: Tx, { kind, target }: { kind: OutboxKind; target: string }, until: Date): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ nextAttemptAt: until })
    .where("kind", "=", kind)
    .where("target", "=", target)
    .where("takenAt", "is", null)
    .where("nextAttemptAt", "<", until.toISOString())
    .execute();
}

/** Notifies browsers that show the queue. */
export async function notifyOutboxChange(tx: Tx): Promise<void> {
  await sql`select ${notifyChange("outbox")}`.execute(tx);
}
