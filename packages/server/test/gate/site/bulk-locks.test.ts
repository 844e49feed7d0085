import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { findReservations } from "../../../src/intake/ingest/statements.ts";
import type { Tx } from "../../../src/platform/database/database.ts";
import { testServer } from "../../test-server.ts";

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
await send({ reservations: [1, 2, 3, 4, 5, 6].map((number) => row(number)) });
const ids = (await db.selectFrom("reservations").select("id").orderBy("id").execute()).map(({ id }) => id);

/** Locks reservations as ingest does, optionally without waiting. */
const hold = (tx: Tx, held: readonly (number | undefined)[], isPatient = true) =>
  sql`${sql.raw(findReservations.text.replace("$1", `'{${held.join(",")}}'`))} for no key update ${
    isPatient ? sql`` : sql`nowait`
  }`.execute(tx);

const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count;
    })
    .toBe(count);

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
    await untilWaiting(1);
    await then(tx);
    return begun;
  });
  return answer;
}

describe("reservations that are sent while vehicles pass", () => {
  it.each([
    ["sent", { reservations: [row(3, { rfid: "E1" }), row(2), row(1, { rfid: "E1" })] }],
    ["deleted", { reservations: [row(3, { rfid: "E2" }), row(2, { rfid: "E2" })], deleted: ["r-9", "r-1"] }],
  ])("INT-4 wait for one that is %s, in whichever order, without holding a later one", async (_, body) => {
    const [first, second, third] = ids;
    const response = await meanwhile(
      (tx) => hold(tx, [first]),
      () => send(body),
      (tx) => hold(tx, [second, third], false),
    );
    expect(response.status).toBe(200);
  });

  it("INT-4 are stored in a second attempt after a deadlock", async () => {
    const [first, second, third] = ids.slice(3);
    // The call holds the first one and waits for the second; then the vehicle waits for the call.
    const passing = await db.startTransaction().execute();
    // PostgreSQL ends the transaction that looks for a deadlock: never this one.
    await sql`set local deadlock_timeout = '1h'`.execute(passing);
    await hold(passing, [third]);
    const blocking = await db.startTransaction().execute();
    await hold(blocking, [second]);
    const call = send({ reservations: [4, 5, 6].map((number) => row(number, { rfid: "E3" })) });
    await untilWaiting(1);
    const passed = hold(passing, [first]);
    await untilWaiting(2);
    // Now the call waits for the third one, which closes the circle.
    await blocking.commit().execute();
    await passed;
    await passing.commit().execute();
    const response = await call;
    expect([response.status, response.body]).toEqual([200, { added: 0, updated: 3, unchanged: 0, deleted: 0 }]);
  });
});
