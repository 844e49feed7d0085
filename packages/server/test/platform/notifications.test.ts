import { once } from "node:events";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSiteCache } from "../../src/gate/site-cache.ts";
import { saveModuleActivation } from "../../src/house/module-activation.store.ts";
import { ensureRequiredConfigs } from "../../src/house/required-config.store.ts";
import { channels } from "../../src/platform/database/channels.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { createNotificationBus } from "../../src/platform/database/notifications.ts";
import { createLog } from "../../src/platform/log.ts";
import { createSecrets } from "../../src/platform/security/secrets.ts";
import { loopbackOnly } from "../../src/run-mode.ts";
import { testDatabase } from "../harness.ts";

const connection = await testDatabase();
const db = connectDatabase(connection);
await ensureRequiredConfigs(db, loopbackOnly);
afterAll(() => db.destroy());

const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

/** A bus with a short pulse interval, a site cache that depends on it, and the reports of missed events. */
async function followed() {
  const live = createNotificationBus(connection, createLog("silent"), 40);
  const siteCache = createSiteCache({ db, live, secrets: createSecrets({ derive: () => new Uint8Array(32) }) });
  const told: string[] = [];
  live.follow(channels.events, (ids) => told.push(ids));
  onTestFinished(async () => {
    siteCache.close();
    await live.close();
  });
  await waitFor(async () => expect(told).toEqual([""]));
  return { siteCache, told };
}

/** The PostgreSQL backend of the listening connection. */
const listener = () =>
  waitFor(async () => {
    const { rows } = await db.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = $1 and query ~ '^(listen|notify) gatehouse'",
      [connection.database],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid ?? 0;
  });

const switchAll = (isOn: boolean) => db.transaction().execute((tx) => saveModuleActivation(tx, everyModule(isOn)));

describe("the notification bus", () => {
  it("MOD-1 replaces a connection that silently stopped receiving, and invalidates caches", async () => {
    await switchAll(true);
    const { siteCache, told } = await followed();
    expect((await siteCache.now()).modules).toEqual(everyModule(true));
    const pid = await listener();
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => void process.kill(pid, "SIGCONT"));
    await switchAll(false);
    await waitFor(async () => expect((await siteCache.now()).modules).toEqual(everyModule(false)));
    await waitFor(async () => expect(told).toEqual(["", ""]));
    await switchAll(true);
    await waitFor(async () => expect((await siteCache.now()).modules).toEqual(everyModule(true)));
  });

  it("keeps a connection that is merely idle", async () => {
    const { told } = await followed();
    const pid = await listener();
    const other = new Client(connection);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("listen gatehouse_pulse");
    for (const _ of [1, 2, 3, 4, 5, 6]) await once(other, "notification");
    await other.query("unlisten gatehouse_pulse");
    expect(await listener()).toBe(pid);
    expect(told).toEqual([""]);
  });
});
