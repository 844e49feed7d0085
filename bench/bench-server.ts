import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { sql } from "kysely";
import { ensureRequiredConfigs } from "../packages/server/src/entities/config/required-config.store.ts";
import { giveSecret, readIngest } from "../packages/server/src/entities/ingest/ingest.store.ts";
import { saveModuleActivation } from "../packages/server/src/entities/module-activation/module-activation.store.ts";
import { type LiveParts, openLiveParts } from "../packages/server/src/live/live-parts.ts";
import { systemClock } from "../packages/server/src/platform/clock.ts";
import { openCursors } from "../packages/server/src/platform/cursors.ts";
import { openDatabase } from "../packages/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../packages/server/src/platform/embedded-postgres.ts";
import { openLiveBus } from "../packages/server/src/platform/live-bus.ts";
import { openLog } from "../packages/server/src/platform/log.ts";
import { migrate } from "../packages/server/src/platform/migrate.ts";
import { openSecrets } from "../packages/server/src/platform/secrets.ts";
import type { Services } from "../packages/server/src/platform/services.ts";
import { openSignedText } from "../packages/server/src/platform/signed-text.ts";
import { openTokens } from "../packages/server/src/platform/tokens.ts";
import { openServer } from "../packages/server/src/server.ts";
import { loopbackOnly } from "../packages/server/src/stage.ts";

const platesAtOnce = 20_000;

/** A device that pushes plates, at a gate of its own. */
export interface BenchGate {
  deviceId: number;
  gateId: number;
  secret: string;
}

/** The real server on a PostgreSQL of its own, for one bench. */
export interface BenchServer {
  services: Services;
  parts: LiveParts;
  /** Starts to listen and gives the address. */
  listen(): Promise<string>;
  /** Adds gates with a camera each, and a barrier where a port of a relay board is given. */
  addGates(relayPorts: readonly (number | null)[]): Promise<BenchGate[]>;
  /** Adds plates P0 to Pn, all of them valid. */
  addPlates(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens it; nothing is registered yet. */
export async function openBenchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const log = openLog("error");
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrate(postgres.connection);
  const db = openDatabase(postgres.connection);
  const live = openLiveBus(postgres.connection, log);
  const key = { derive: () => new Uint8Array(32).fill(7) };
  const services: Services = {
    db,
    clock: systemClock,
    log,
    tokens: openTokens(key),
    cursors: openCursors(key),
    secrets: openSecrets(key),
    tickets: openSignedText(key.derive()),
    live,
  };
  await ensureRequiredConfigs(db, loopbackOnly);
  await db.transaction().execute((tx) => saveModuleActivation(tx, everyModule(true)));
  const parts = openLiveParts(services, null);
  const app = await openServer(services, null, undefined, parts);

  async function addGate(number: number, relayPort: number | null): Promise<BenchGate> {
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
      const info = { type: "boom", ip: "127.0.0.1", port: relayPort, drv: "modbus-tcp", rel: 1, ser: "A" };
      const barrier =
        relayPort === null
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
      await giveSecret(tx, source, services.secrets, { isRenewed: false });
      const settings = await readIngest(tx, source, services.secrets);
      return { deviceId, gateId, secret: settings?.secret ?? "" };
    });
  }

  return {
    services,
    parts,
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    addGates: async (relayPorts) => {
      const gates: BenchGate[] = [];
      for (const [number, port] of relayPorts.entries()) gates.push(await addGate(number + 1, port));
      parts.facts.drop();
      return gates;
    },
    addPlates: async (count) => {
      for (let from = 0; from < count; from += platesAtOnce) {
        const to = Math.min(count, from + platesAtOnce) - 1;
        await sql`
          insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
          select 'ADMIN', 'LICENSE_PLATE', 'P' || n, 'P' || n, 'CAR'
          from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
      }
      await sql`vacuum analyze`.execute(db);
    },
    close: async () => {
      await app.close();
      await live.close();
      await db.destroy();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
