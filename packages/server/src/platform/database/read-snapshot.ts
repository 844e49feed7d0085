import type { Database, ReadDb } from "./database.ts";

/** Runs statements that all see the same state of the database. */
export const withReadSnapshot = <T>(db: Database, work: (snapshot: ReadDb) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
