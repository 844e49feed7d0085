import { once } from "node:events";
import { createServer } from "node:http";
import pg from "pg";
import type { PostgresConnection } from "../packages/server/src/platform/postgres/embedded-postgres.ts";

/** The least that a server of the same task does: look plates up, store them, and answer when they are stored. */
export interface PlainIngest {
  readonly address: string;
  close(): Promise<void>;
}

interface Waiting {
  readonly deviceId: number;
  readonly id: string;
  readonly plate: string;
  readonly answer: (isStored: boolean) => void;
}

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

/** Starts node:http in front of a table of its own. Pushes that arrive while a group is stored form the next group. */
export async function startPlainIngest(connection: PostgresConnection): Promise<PlainIngest> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(setUp);
  let waiting: Waiting[] = [];
  let isStoring = false;

  async function storeWaiting(): Promise<void> {
    if (isStoring) return;
    isStoring = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const isStored = await storeGroup(group).then(
        () => true,
        () => false,
      );
      for (const { answer } of group) answer(isStored);
    }
    isStoring = false;
  }

  async function storeGroup(group: readonly Waiting[]): Promise<void> {
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

  const server = createServer((request, response) => {
    const deviceId = Number(request.url?.split("/").at(-1));
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { id, plate } = JSON.parse(body) as { id: string; plate: string };
      const answer = (isStored: boolean) => {
        response.writeHead(isStored ? 200 : 500, { "content-type": "application/json" });
        response.end('{"accepted":1}');
      };
      waiting.push({ deviceId, id, plate, answer });
      void storeWaiting();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await client.end();
    },
  };
}
