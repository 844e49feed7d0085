import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuditReceiver } from "@gatehouse/contract/entities/audit/audit";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { queueEndedDays } from "../../../src/alert/integrations/audit-days.ts";
import { sendDueMessages } from "../../../src/alert/outbox.ts";
import { listAuditDays, sealRows } from "../../../src/house/audit/seal.store.ts";
import { insertAuditEntry } from "../../../src/platform/database/audit-entry.ts";
import { createPeople } from "../../people/users/people.ts";
import { ownPassword, testServer } from "../../test-server.ts";

const server = await testServer();
const { services, clock } = server;
const { db, auditSeals } = services;
const people = createPeople(server);
const dayMs = 86_400_000;

/** The system that receives the seals. */
const received: { headers: IncomingHttpHeaders; body: unknown }[] = [];
let status = 200;
const receiver = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  if (status === 200) received.push({ headers: request.headers, body: JSON.parse(text) });
  response.writeHead(status).end();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => void receiver.close());
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/seals`;

await server.call("GET /health"); // the first call changes the one-time password
/** Signs in for each call: a session is shorter than a day. */
const token = async () => (await server.login(ownPassword)).body.token;
const save = async (body: object, headers: Record<string, string> = {}) =>
  server.call<AuditReceiver>("PUT /audit/receiver", { body, headers }, await token());
const load = async () => (await server.call<AuditReceiver>("GET /audit/receiver", {}, await token())).body;
interface Queue {
  data: { kind: string; summary: string; lastFault: string | null }[];
}
const outbox = async () => (await server.call<Queue>("GET /outbox", {}, await token())).body.data;

let passedMs = 0;
function pass(ms: number): void {
  clock.advance(ms);
  passedMs += ms;
}

const actor = { username: "asha", requestId: "r", call: "PUT /lanes/{id}", address: "127.0.0.1" };
async function sealToday(): Promise<string> {
  await insertAuditEntry(db, { action: "update", entity: "lanes" }, actor);
  await sealRows(db, auditSeals, clock.now());
  return clock.now().toISOString().slice(0, 10);
}

/** Queues and sends what is due. */
async function deliver(): Promise<void> {
  await queueEndedDays(services);
  await sendDueMessages(services, "audit-day");
}

beforeEach(async () => {
  clock.advance(-passedMs);
  passedMs = 0;
  await sql`truncate audit_log, audit_seals, audit_days, outbox, audit_receiver`.execute(db);
  received.length = 0;
  status = 200;
});

describe("the seal of a day", () => {
  it("AUD-3 is sent to the receiver after the day has ended, once", async () => {
    await save({ url, secret: "shared words" });
    const day = await sealToday();
    await deliver();
    expect(received).toEqual([]);
    pass(dayMs);
    await deliver();
    await deliver();
    const [sealed] = await listAuditDays(db);
    expect(received).toMatchObject([
      {
        headers: { authorization: "Bearer shared words", "content-type": "application/json" },
        body: { day, rows: sealed?.rows, startSeal: "", endSeal: sealed?.endSeal, product: "Gatehouse" },
      },
    ]);
    expect(await load()).toMatchObject({ url, hasSecret: true, queuedUpTo: day, waiting: 0, lastFault: null });
  });

  it("AUD-3 is retried until the receiver accepts it, and waits in the outbox meanwhile", async () => {
    await save({ url });
    const day = await sealToday();
    pass(dayMs);
    status = 503;
    await deliver();
    expect(await outbox()).toMatchObject([
      { kind: "audit-day", summary: `Audit seal of ${day}`, lastFault: "The receiver responded with status 503." },
    ]);
    expect(await load()).toMatchObject({ waiting: 1, lastFault: "The receiver responded with status 503." });
    status = 200;
    pass(10_000);
    await deliver();
    expect(received).toMatchObject([{ body: { day } }]);
    expect(await outbox()).toEqual([]);
  });

  it("AUD-3 of each missed day follows; each starts with the end of the one before", async () => {
    await save({ url });
    await sealToday();
    pass(dayMs);
    await deliver();
    await sealToday();
    pass(dayMs);
    await sealToday();
    pass(dayMs);
    await deliver();
    const seals = received.map(({ body }) => body as { startSeal: string; endSeal: string });
    expect(seals).toHaveLength(3);
    expect(seals.slice(1).map(({ startSeal }) => startSeal)).toEqual(seals.slice(0, -1).map(({ endSeal }) => endSeal));
  });

  it("AUD-3 of the last day only is sent to a new receiver", async () => {
    await sealToday();
    pass(dayMs);
    const day = await sealToday();
    pass(dayMs);
    await save({ url });
    await deliver();
    expect(received).toMatchObject([{ body: { day } }]);
  });

  it("AUD-3 is not sent without a receiver", async () => {
    await sealToday();
    pass(dayMs);
    await deliver();
    await save({ url: "" });
    await deliver();
    expect(await outbox()).toEqual([]);
  });

  it("AUD-3 the secret is neither returned nor recorded, and is kept when it is not sent", async () => {
    await save({ url, secret: "shared words" });
    const { body } = await save({ url: `${url}/2` });
    expect(body).toMatchObject({ hasSecret: true, version: 2 });
    const rows = await db
      .selectFrom("audit_log")
      .selectAll()
      .where("tableName", "=", "audit_receiver")
      .orderBy("id")
      .execute();
    expect(rows.at(-1)).toMatchObject({ after: { headerSecret: "***" } });
    expect(JSON.stringify([body, rows])).not.toContain("shared words");
  });

  it("AUD-3 a receiver that someone else changed is not overwritten", async () => {
    await save({ url }, { "if-match": "0" });
    expect(await save({ url: "" }, { "if-match": "0" })).toMatchObject({
      status: 409,
      body: { code: "record/changed", current: { url, version: 1 } },
    });
  });

  it.each([
    ["no URL", "seals"],
    ["another protocol", "ftp://127.0.0.1/seals"],
    ["a forbidden network", "http://169.254.1.1/seals"],
  ])("AUD-3 a receiver with %s is refused at its field", async (_, wrong) => {
    expect(await save({ url: wrong })).toMatchObject({ status: 400, body: { errors: [{ path: "url" }] } });
  });

  it("AUD-3 a secret that can't be sent in a header is refused at its field", async () => {
    expect(await save({ url, secret: "गुप्त" })).toMatchObject({ status: 400, body: { errors: [{ path: "secret" }] } });
  });

  it("AUD-3 only people who manage people and keys may set the receiver", async () => {
    const { token } = await people.signIn({ role: "auditor" });
    expect((await server.call("GET /audit/receiver", {}, token)).status).toBe(403);
    expect((await server.call("PUT /audit/receiver", { body: { url } }, token)).status).toBe(403);
  });
});
