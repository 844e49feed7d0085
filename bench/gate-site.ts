import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readiness } from "@gatehouse/contract/readiness";
import { apiPath } from "@gatehouse/contract/runtime-config";
import pg from "pg";
import { addGates, addPlates, type Sender } from "../packages/server/test/gate/site/barrier-gates.ts";
import { settle } from "./bench-server.ts";
import { type LoadBoard, startLoadBoard } from "./gate-load.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { signIn } from "./sign-in.ts";

/** The server as a process of its own, with gates whose barriers are wired to boards of this process. */
export interface GateSite {
  readonly server: ServerProcess;
  readonly dataDir: string;
  readonly db: pg.Client;
  readonly boards: readonly LoadBoard[];
  readonly senders: readonly Sender[];
  readonly token: string;
  /** The next of the registered plates. */
  nextPlate(): string;
  close(): Promise<void>;
}

/** Starts a server with gates and the valid plates P0 to P(plates - 1), and waits until it drives the hardware. */
export async function startGateSite(gates: number, plates: number): Promise<GateSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const server = await startServer(dataDir);
  const db = new pg.Client({ host: join(dataDir, "postgres"), user: "gatehouse", database: "gatehouse" });
  db.on("error", () => {});
  await db.connect();
  const boards = await Promise.all(Array.from({ length: gates }, startLoadBoard));
  const token = await signIn(server.url);
  const get = (path: string) =>
    fetch(`${server.url}${apiPath}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await addPlates(db, "P", plates);
  const ports = boards.map(({ port }) => port);
  const senders = await addGates(db, ports, get);
  await settle(db);
  let plate = 0;
  await waitForSnapshot(server.url, plates);
  return {
    server,
    dataDir,
    db,
    boards,
    senders,
    token,
    nextPlate: () => `P${plate++ % plates}`,
    close: async () => {
      await db.end();
      await server.stop();
      for (const board of boards) board.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the server is ready with a current snapshot of this many identifiers; returns its readiness. */
export async function waitForSnapshot(address: string, identifiers: number, since = Date.now()): Promise<void> {
  for (;;) {
    const response = await fetch(`${address}/readyz`);
    const { status, outage } = (await response.json()) as Readiness;
    const isCurrent = Date.parse(outage?.snapshotAt ?? "") > since && outage?.identifiers === identifiers;
    if (status === "ready" && isCurrent) return;
    await sleep(50);
  }
}
