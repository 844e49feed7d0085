import pg from "pg";
import type { PostgresConnection } from "../packages/server/src/platform/postgres/embedded-postgres.ts";
import { type PushedPlate, startGroupServer } from "./group-server.ts";

const setUp = `create table plain_events (
  id bigint generated always as identity primary key, "deviceId" integer not null, "eventId" text not null,
  plate text not null, "identifierId" integer, "isGranted" boolean not null, at timestamptz not null,
  unique ("deviceId", "eventId"))`;
const find = {
  name: "find",
  text: `select id, "iidNormalized" from identifiers where "iidNormalized" = any($1::text[])`,
};
const insert = {
  name: "insert",
  text: `insert into plain_events ("deviceId", "eventId", plate, "identifierId", "isGranted", at)
    select *, now() from unnest($1::integer[], $2::text[], $3::text[], $4::integer[], $5::boolean[]) on conflict do nothing`,
};

/** Starts the least that a server of the same task does: look plates up, store them in a table, and answer then. */
export async function startPlainIngest(
  connection: PostgresConnection,
): Promise<{ address: string; close(): Promise<void> }> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(setUp);

  async function storeGroup(group: readonly PushedPlate[]): Promise<void> {
    const { rows } = await client.query({ ...find, values: [group.map(({ plate }) => plate)] });
    const idOf = new Map<string, number>(rows.map(({ id, iidNormalized }) => [iidNormalized, id]));
    const values = [
      group.map(({ deviceId }) => deviceId),
      group.map(({ id }) => id),
      group.map(({ plate }) => plate),
      group.map(({ plate }) => idOf.get(plate) ?? null),
      group.map(({ plate }) => idOf.has(plate)),
    ];
    await client.query({ ...insert, values });
  }

  const server = await startGroupServer(storeGroup, 1);
  return {
    address: server.address,
    close: async () => {
      server.close();
      await client.end();
    },
  };
}
