import { sql } from "kysely";
import { expect, it } from "vitest";
import { advisoryLocks } from "../../src/platform/database/advisory-locks.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { testDatabase } from "../harness.ts";

const db = connectDatabase(await testDatabase());

it("advisory lock keys are unique", () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("VAR-8 the lock of the variables has the key of the migration", async () => {
  const { rows } = await sql<{ key: number }>`select variables_lock() as key`.execute(db);
  expect(rows).toEqual([{ key: advisoryLocks.variables }]);
  await db.destroy();
});
