import { expect, it } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { testDatabase } from "../harness.ts";

const db = connectDatabase(await testDatabase());

it.each(["pool", "pipelined"] as const)(
  "ENG-5 a connection of the %s that breaks while somebody has it fails its next statement, and nothing else",
  async (kind) => {
    const client = await db[kind].connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await db.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await ended;
    await expect(client.query("select 1")).rejects.toThrow();
    client.release(true);
    expect((await db[kind].query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  },
);
