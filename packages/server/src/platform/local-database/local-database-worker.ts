import { closeSync, openSync, rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { privateFileMode } from "../private-files.ts";
import type { LocalRequest, LocalResponse, LocalRows, LocalStatement } from "./local-database.ts";

const { path, schema } = workerData as { path: string; schema: string };
const lockTimeoutMs = 5_000;
let db: DatabaseSync | undefined;
const prepared = new Map<string, StatementSync>();

function open(): DatabaseSync {
  closeSync(openSync(path, "a", privateFileMode));
  const opened = new DatabaseSync(path, { timeout: lockTimeoutMs });
  try {
    opened.exec(schema);
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}

function run(statements: readonly LocalStatement[]): LocalRows[] {
  db ??= open();
  db.exec("begin immediate");
  try {
    const rows = statements.map(execute);
    db.exec("commit");
    return rows;
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}

function execute({ sql, each = [[]] }: LocalStatement): LocalRows {
  const statement = prepared.get(sql) ?? db?.prepare(sql);
  if (!statement) return [];
  prepared.set(sql, statement);
  return each.flatMap((values) => statement.all(...values));
}

function close(): void {
  prepared.clear();
  db?.close();
  db = undefined;
}

function clear(): void {
  close();
  for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
}

parentPort?.on("message", ({ id, work }: LocalRequest) => {
  const response = (): LocalResponse => {
    try {
      if (work === "close") close();
      else if (work === "clear") clear();
      else return { id, rows: run(work) };
      return { id, rows: [] };
    } catch (error) {
      return { id, message: (error as Error).message, code: (error as { errcode?: number }).errcode ?? 0 };
    }
  };
  parentPort?.postMessage(response());
});
