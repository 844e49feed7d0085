import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import pg from "pg";
import { saveModuleActivation } from "../packages/server/src/house/module-activation.store.ts";
import { ensureRequiredConfigs } from "../packages/server/src/house/required-config.store.ts";
import { issueSecret, loadPushSettings } from "../packages/server/src/intake/ingest/device-secret.store.ts";
import { alwaysUp } from "../packages/server/src/platform/database/database-health.ts";
import { migrate } from "../packages/server/src/platform/database/migrate.ts";
import { createLog } from "../packages/server/src/platform/log.ts";
import {
  type PostgresConnection,
  startEmbeddedPostgres,
} from "../packages/server/src/platform/postgres/embedded-postgres.ts";
import { createServices, type Services } from "../packages/server/src/platform/services.ts";
import { loopbackOnly } from "../packages/server/src/run-mode.ts";
import { createServer } from "../packages/server/src/server.ts";
import { createSharedParts, type SharedParts } from "../packages/server/src/shared-parts.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const platesPerBatch = 20_000;

/** A gate and the device that pushes its plates. */
export interface BenchGate {
  deviceId: number;
  gateId: number;
  secret: string;
}

/** The real server with its own PostgreSQL. */
export interface BenchServer {
  connection: PostgresConnection;
  services: Services;
  parts: SharedParts;
  /** Starts listening and returns the address. */
  listen(): Promise<string>;
  /** Adds a gate with a camera for each entry, and a barrier if the entry is a port of a relay board. */
  addGates(boardPorts: readonly (number | null)[]): Promise<BenchGate[]>;
  /** Adds the valid plates P0 to P(count - 1). */
  addPlates(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server without any records. */
export async function startBenchServer(): Promise<BenchServer> {
  const postgres = await startBenchPostgres();
  return startApp(postgres.connection, postgres.stop);
}

/** Starts two servers with the same identifiers, each with its own database of one PostgreSQL. */
export async function startTwinServers(plates: number): Promise<[BenchServer, BenchServer]> {
  const postgres = await startBenchPostgres();
  const twin = { ...postgres.connection, database: "twin" };
  const seeding = await connectClient(postgres.connection);
  // The benchmarks neither search nor change identifiers, and filling this index takes minutes.
  await seeding.query("drop index identifiers_search");
  await seeding.query(insertPlates, [0, plates - 1]);
  await settle(seeding);
  await seeding.end();
  // A database that is copied must have no connections.
  const admin = await connectClient({ ...postgres.connection, database: "postgres" });
  await admin.query(`create database ${twin.database} template ${postgres.connection.database}`);
  await admin.end();
  return [await startApp(postgres.connection, postgres.stop), await startApp(twin, async () => {})];
}

/** Does what seeding left for later, which would slow down the first measurements. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

/** Inserts the valid plates with the numbers $1 to $2. */
const insertPlates = `insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
  select 'ADMIN', 'LICENSE_PLATE', 'P' || n, 'P' || n, 'CAR' from generate_series($1::integer, $2::integer) n`;

/** A connection without the time limits of the server, for seeding. */
export async function connectClient(connection: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

/** A PostgreSQL with the schema, on its own folder. */
export async function startBenchPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("error") });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  stopOnSignal(stop);
  await migrate(postgres.connection);
  return { connection: postgres.connection, stop };
}

async function startApp(connection: PostgresConnection, stopPostgres: () => Promise<void>): Promise<BenchServer> {
  const services = createServices({
    key: { derive: () => new Uint8Array(32).fill(7) },
    connection,
    log: createLog("error"),
    health: alwaysUp,
  });
  const { db, live } = services;
  await ensureRequiredConfigs(db, loopbackOnly);
  await db.transaction().execute((tx) => saveModuleActivation(tx, everyModule(true)));
  const parts = createSharedParts(services);
  const app = await createServer(services, { parts });

  async function addGate(number: number, boardPort: number | null): Promise<BenchGate> {
    const module = "ANPR_ACCESS_CONTROL";
    return db.transaction().execute(async (tx) => {
      const { id: deviceId } = await tx
        .insertInto("ai_devices")
        .values({ vendor: "generic", label: `Device ${number}`, module })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { id: cameraId } = await tx
        .insertInto("cameras")
        .values({ aiDeviceId: deviceId, module, name: `Camera ${number}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      const info = { type: "boom", ip: "127.0.0.1", port: boardPort, drv: "modbus-tcp", rel: 1, ser: "A" };
      const barrier =
        boardPort === null
          ? undefined
          : await tx
              .insertInto("boom_barriers")
              .values({ uid: String(number), name: `Boom ${number}`, additionalInfo: JSON.stringify(info) })
              .returning("id")
              .executeTakeFirstOrThrow();
      const { id: gateId } = await tx
        .insertInto("gates")
        .values({ name: `Gate ${number}`, type: "N", cameraId, boomBarrierId: barrier?.id ?? null })
        .returning("id")
        .executeTakeFirstOrThrow();
      const source = { kind: "device", id: deviceId } as const;
      await issueSecret(tx, source, services.secrets, { isRenewed: false });
      const settings = await loadPushSettings(tx, source, services.secrets);
      return { deviceId, gateId, secret: settings?.secret ?? "" };
    });
  }

  return {
    services,
    parts,
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    addGates: async (boardPorts) => {
      const gates: BenchGate[] = [];
      for (const [number, port] of boardPorts.entries()) gates.push(await addGate(number + 1, port));
      parts.siteCache.drop();
      return gates;
    },
    connection,
    addPlates: async (count) => {
      const client = await connectClient(connection);
      for (let from = 0; from < count; from += platesPerBatch)
        await client.query(insertPlates, [from, Math.min(count, from + platesPerBatch) - 1]);
      await settle(client);
      await client.end();
    },
    close: async () => {
      await app.close();
      await live.close();
      await db.destroy();
      await stopPostgres();
    },
  };
}
