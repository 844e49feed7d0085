import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { findReservations } from "../../src/ingest/statements.ts";
import type { Tx } from "../../src/platform/database/database.ts";
import { testServer } from "../test-server.ts";

const server = await testServer();
const { db } = server.services;

const { body: made } = await server.call<{ key: string }>("POST /integration-keys", {
  body: { name: "Cloud", purpose: "integration" },
});
const row = (number: number, over: object = {}) => ({
  externalId: `r-${number}`,
  lp: `KA 01 AB ${1000 + number}`,
  validFrom: "2026-01-01T08:00:00Z",
  validTo: "2026-12-31T20:00:00Z",
  ...over,
});
const send = (body: unknown) => server.call("PUT /integrations/reservations", { body }, made.key);
await send({ reservations: [row(1), row(2), row(3)] });
const ids = (await db.selectFrom("reservations").select("id").orderBy("id").execute()).map(({ id }) => id);

/** Locks reservations as ingest does, optionally without waiting. */
const hold = (tx: Tx, held: readonly (number | undefined)[], isPatient = true) =>
  sql`${sql.raw(findReservations.text.replace("$1", `'{${held.join(",")}}'`))} for no key update ${
    isPatient ? sql`` : sql`nowait`
  }`.execute(tx);

const untilOneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count;
    })
    .toBe(1);

/** Starts a call that has to wait for the transaction, continues once it waits, and returns its response. */
async function meanwhile(
  first: (tx: Tx) => Promise<unknown>,
  call: () => ReturnType<typeof send>,
  then: (tx: Tx) => Promise<unknown>,
) {
  const { answer } = await db.transaction().execute(async (tx) => {
    await first(tx);
    // In an object, because a returned promise would be awaited before the transaction is committed.
    const begun = { answer: call() };
    await untilOneWaits();
    await then(tx);
    return begun;
  });
  return answer;
}

describe("reservations that are sent while vehicles pass", () => {
  const [first, second, third] = ids;

  it.each([
    ["sent", { reservations: [row(3, { rfid: "E1" }), row(2), row(1, { rfid: "E1" })] }],
    ["deleted", { reservations: [row(3, { rfid: "E2" }), row(2, { rfid: "E2" })], deleted: ["r-9", "r-1"] }],
  ])("INT-4 wait for one that is %s, in whichever order, without holding a later one", async (_, body) => {
    const answer = await meanwhile(
      (tx) => hold(tx, [first]),
      () => send(body),
      (tx) => hold(tx, [second, third], false),
    );
    expect(answer.status).toBe(200);
  });

  it("INT-4 are stored in a second attempt after a deadlock", async () => {
    const answer = await meanwhile(
      (tx) => hold(tx, [third]),
      () => send({ reservations: [row(2, { rfid: "E3" }), row(3, { rfid: "E3" })] }),
      (tx) => hold(tx, [second]),
    );
    expect([answer.status, answer.body]).toEqual([200, { added: 0, updated: 2, unchanged: 0, deleted: 0 }]);
  });
});
