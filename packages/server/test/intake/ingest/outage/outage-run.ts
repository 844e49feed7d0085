import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Readiness } from "@gatehouse/contract/readiness";
import { fakeRelay } from "../../../gate/hardware/fake-relay.ts";
import type { Sender } from "../../../gate/site/barrier-gates.ts";
import { childrenOf, postgresPid } from "../../../start/processes.ts";
import { createSite, query, start } from "../crash-run.ts";

/** The counts of a run. */
export interface OutageResult {
  /** Events that the server acknowledged. */
  acknowledged: number;
  acknowledgedInOutage: number;
  /** Pushes that were answered with an error, or not at all. */
  refused: number;
  /** Acknowledged events that are not stored. */
  lost: number;
  /** Events that are stored more than once. */
  duplicated: number;
  /** Events that are stored before an earlier one of their device. */
  outOfOrder: number;
  /** Events of known vehicles that were not admitted when they arrived. */
  undecided: number;
  /** Acknowledged events whose command waited too long on a busy machine: nothing opens late. */
  expired: number;
  /** Other acknowledged events whose barrier got no pulse, or a second one. */
  wrongPulses: number;
  /** What became of the commands of those events, with their number. */
  unaccepted: string[];
  slowestMs: number;
}

interface Times {
  readonly outageMs: number;
  readonly perSecond: number;
  /** Load before and after the outage. */
  readonly aroundMs: number;
}

/** Freezes the database of the real server while devices push, and counts the faults. */
export async function runOutage(dataDir: string, { outageMs, perSecond, aroundMs }: Times): Promise<OutageResult> {
  const relay = await fakeRelay();
  const server = await start(dataDir);
  const plates = Math.ceil(((outageMs + 2 * aroundMs) / 1_000) * perSecond * 1.5) + 100;
  const senders = await createSite(dataDir, server.address, relay.port, plates);
  await isReady(server.address, plates);
  const acknowledged: string[] = [];
  let [refused, inOutage, slowestMs, nextPlate, isFrozen] = [0, 0, 0, 0, false];

  async function push({ id, secret }: Sender, number: number): Promise<void> {
    const eventId = `${id}-${String(number).padStart(8, "0")}`;
    const plate = `KILL${nextPlate++}`;
    const began = performance.now();
    const isAcknowledged = await fetch(`${server.address}/api/ingest/${id}`, {
      method: "POST",
      headers: { "x-gatehouse-secret": secret, "content-type": "application/json" },
      body: JSON.stringify({ type: "plate", id: eventId, plate, at: new Date().toISOString() }),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    slowestMs = Math.max(slowestMs, performance.now() - began);
    if (isAcknowledged) acknowledged.push(eventId);
    else refused += 1;
    if (isAcknowledged && isFrozen) inOutage += 1;
  }

  /** One device: sends the next event after the response, at most at its rate. */
  async function load(sender: Sender, stop: AbortSignal): Promise<void> {
    const intervalMs = (senders.length * 1_000) / perSecond;
    let dueMs = performance.now();
    for (let number = 0; !stop.aborted; number += 1) {
      await push(sender, number);
      dueMs = Math.max(dueMs + intervalMs, performance.now() - 2_000);
      await pause(Math.max(0, dueMs - performance.now()));
    }
  }

  const stop = new AbortController();
  const loads = senders.map((sender) => load(sender, stop.signal));
  await pause(aroundMs);
  const postmaster = postgresPid(dataDir);
  process.kill(postmaster, "SIGSTOP");
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  isFrozen = true;
  const thaw = () => {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
  };
  process.once("exit", thaw);
  await pause(outageMs);
  isFrozen = false;
  process.off("exit", thaw);
  thaw();
  await pause(aroundMs);
  stop.abort();
  await Promise.all(loads);
  await isReady(server.address, plates);
  await noCommandWaits(dataDir);
  const errors = await countErrors(dataDir, acknowledged, relay.heard.filter((heard) => heard.endsWith("on")).length);
  server.child.kill("SIGTERM");
  await once(server.child, "exit");
  await relay.close();
  return { acknowledged: acknowledged.length, acknowledgedInOutage: inOutage, refused, ...errors, slowestMs };
}

/** Waits until the server is ready, with a current snapshot and an empty spool. */
async function isReady(address: string, identifiers: number): Promise<void> {
  const since = Date.now();
  for (;;) {
    const response = await fetch(`${address}/readyz`);
    const { status, outage } = (await response.json()) as Readiness;
    const isCurrent = outage && outage.identifiers === identifiers && Date.parse(outage.snapshotAt ?? "") > since;
    if (status === "ready" && isCurrent && outage.spooled === 0) return;
    await pause(100);
  }
}

async function noCommandWaits(dataDir: string): Promise<void> {
  const text = `select 1 from commands where "endedAt" is null`;
  while ((await query(dataDir, text)).rowCount !== 0) await pause(100);
}

async function countErrors(dataDir: string, acknowledged: readonly string[], pulses: number) {
  const { rows } = await query<{
    eventId: string;
    sender: string;
    events: number;
    isGranted: boolean;
    commands: number;
    states: string;
  }>(
    dataDir,
    `select k."eventId", k.sender, count(e.id)::integer as events, bool_and(coalesce(e."isGranted", false)) as "isGranted",
       (select count(*)::integer from commands c where c."eventId" = k.id and c.kind = 'open' and c.state = 'accepted')
         as commands,
       (select coalesce(string_agg(c.state || ' ' || c.detail, ', ' order by c.id), 'none') from commands c
         where c."eventId" = k.id and c.kind = 'open') as states
     from event_keys k left join events e on e.id = k.id group by k.id, k."eventId", k.sender order by k.id`,
  );
  const stored = new Map(rows.map((row) => [row.eventId, row]));
  const known = acknowledged.flatMap((id) => stored.get(id) ?? []);
  const bySender = [...Map.groupBy(rows, ({ sender }) => sender).values()];
  const unopened = known.filter(({ commands }) => commands !== 1);
  const wrong = unopened.filter(({ commands, states }) => commands > 0 || !/^expired Too old[^,]*$/.test(states));
  const accepted = rows.reduce((sum, { commands }) => sum + commands, 0);
  return {
    lost: acknowledged.filter((id) => (stored.get(id)?.events ?? 0) < 1).length,
    duplicated: rows.length - stored.size + rows.filter(({ events }) => events > 1).length,
    outOfOrder: bySender.reduce(
      (sum, list) => sum + list.filter(({ eventId }, index) => eventId < (list[index - 1]?.eventId ?? "")).length,
      0,
    ),
    undecided: known.filter(({ isGranted }) => !isGranted).length,
    expired: unopened.length - wrong.length,
    wrongPulses: wrong.length + Math.abs(pulses - accepted),
    unaccepted: [...Map.groupBy(wrong, ({ states }) => states)].map(([states, { length }]) => `${length}: ${states}`),
  };
}
