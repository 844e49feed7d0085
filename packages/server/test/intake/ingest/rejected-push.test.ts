import type { Command } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { createServer } from "../../../src/server.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { engineSite, poll } from "./ingest-site.ts";

const relay = await fakeRelay();
afterAll(() => relay.close());
const answerPushWithinMs = 1_000;
const withShortDeadline = (services: Services) => ({ ...createSharedParts(services), answerPushWithinMs });
const site = await engineSite(null, withShortDeadline);
const { services } = site.server;
const { db } = services;
const gate = await site.plateGate(relay.port);
const follower = await createServer(services, { parts: withShortDeadline(services) });
afterAll(() => follower.close());

// Delays a commit, like a database that stops responding at that time.
const commitLock = 71;
await sql`create function hold_commit() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock_shared(71); return null; end $$`.execute(db);
await sql`create constraint trigger hold_commit after insert on event_keys deferrable initially deferred
  for each row execute function hold_commit()`.execute(db);

/** Runs a statement and keeps its locks until the returned function is called. */
async function holdLocks(statement: string): Promise<() => Promise<void>> {
  const client = await db.pool.connect();
  await client.query("begin");
  await client.query(statement);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query("rollback");
    client.release();
  };
  onTestFinished(release);
  return release;
}

const servers = { "the process that drives the gate": site.server.app, "another process": follower };
const openings = () => relay.heard.filter((write) => write === "1 on").length;
const commandsOf = async (id: number) =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id } })).body.commands;
const push = (name: keyof typeof servers, event: unknown) =>
  servers[name].inject({
    method: "POST",
    url: `/api/ingest/${gate.id}`,
    headers: { "x-gatehouse-secret": gate.secret, "content-type": "application/json" },
    payload: JSON.stringify(event),
  });

describe("a push that is refused because the database is too slow", () => {
  it.each([
    [
      "before it is decided",
      "the process that drives the gate",
      "lock table identifiers in access exclusive mode",
      null,
    ],
    ["while it is stored", "the process that drives the gate", "lock table passages in share mode", true],
    ["while it is stored", "another process", "lock table passages in share mode", true],
    ["during its commit", "the process that drives the gate", `select pg_advisory_xact_lock(${commitLock})`, true],
    ["during its commit", "another process", `select pg_advisory_xact_lock(${commitLock})`, true],
  ] as const)(
    "SAFE-5 %s by %s opens nothing; its retry is a duplicate, and the next event opens",
    async (_, name, statement, isGranted) => {
      const plate = `REFUSED${Math.trunc(performance.now())}`;
      await site.plate(plate);
      const before = openings();
      const event = site.plateEvent(plate);
      const release = await holdLocks(statement);
      const rejected = await push(name, event);
      expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([503, "5"]);
      await release();
      await poll(async () =>
        expect(await site.events("ac", { search: plate })).toMatchObject([{ timing: "late", isGranted }]),
      );
      expect((await push(name, event)).statusCode).toBe(200);
      await poll(async () =>
        expect((await commandsOf(gate.gateId)).filter(({ state }) => state === "queued" || state === "sent")).toEqual(
          [],
        ),
      );
      expect(openings()).toBe(before);

      const other = `${plate}B`;
      await site.plate(other);
      expect((await push(name, site.plateEvent(other))).statusCode).toBe(200);
      await poll(async () => expect(openings()).toBe(before + 1));
    },
  );

  it("SAFE-5 is shown as late if its commit succeeds after the refusal", async () => {
    await site.plate("WITHDRAWN1");
    const before = openings();
    const release = await holdLocks(`select pg_advisory_xact_lock(${commitLock})`);
    expect((await push("the process that drives the gate", site.plateEvent("WITHDRAWN1"))).statusCode).toBe(503);
    await release();
    await poll(async () =>
      expect(await site.events("ac", { search: "WITHDRAWN1" })).toMatchObject([{ timing: "late" }]),
    );
    expect(openings()).toBe(before);
    const next = site.plateEvent("WITHDRAWN1");
    expect((await push("the process that drives the gate", next)).statusCode).toBe(200);
    await poll(async () => expect(openings()).toBe(before + 1));
  });

  it("SAFE-5 leaves no command that another process could send after the refusal", async () => {
    await site.plate("FOLLOWED1");
    expect((await push("another process", site.plateEvent("FOLLOWED1"))).statusCode).toBe(200);
    const [event] = await site.events("ac", { search: "FOLLOWED1" });
    const commands = await db
      .selectFrom("commands")
      .select(["at", "expiresAt"])
      .where("eventId", "=", event?.id ?? 0)
      .execute();
    expect(commands).toHaveLength(1);
    const [lifetimeMs] = commands.map(({ at, expiresAt }) => new Date(expiresAt).getTime() - new Date(at).getTime());
    expect(lifetimeMs).toBeLessThanOrEqual(answerPushWithinMs - 500);
  });
});
