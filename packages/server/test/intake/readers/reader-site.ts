import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import { startDialingReader } from "@gatehouse/simulator/hardware/dialing-reader";
import { startLineReader, startLlrpReader } from "@gatehouse/simulator/hardware/simulated-reader";
import { afterEach, expect, onTestFinished } from "vitest";
import { createIngest, type Ingest } from "../../../src/intake/ingest/ingest.ts";
import { startReaders } from "../../../src/intake/readers/reader-jobs.ts";
import type { BackgroundJob } from "../../../src/platform/background-job.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";

type Draft = Record<string, unknown>;
type TagEvent = { id: number; status: string; tag: string; sourceId: number };

/** The real server that drives the simulator's readers. Call it at a file's top level. */
export async function readerSite() {
  const site = await engineSite();
  const { services } = site.server;
  const { siteCache, commandSender } = site.parts;
  const ingest = createIngest(services, { siteCache, dispatcher: commandSender, images: null });
  const jobs = new Set<BackgroundJob>();
  let names = 0;

  const stop = async () => {
    await Promise.all([...jobs].map((job) => job.stop()));
    jobs.clear();
  };

  afterEach(async () => {
    await stop();
    await site.db.deleteFrom("gates").execute();
    await site.db.deleteFrom("sensors").execute();
    await site.db.deleteFrom("rfid_server").execute();
    await site.db.deleteFrom("alerts").execute();
    await site.settle();
  });

  // Readers do not push, and the type of the response can't be named in a copy of the repository.
  const withoutPush: Omit<typeof site, "push"> = site;
  const statusOf = async (id: number) => {
    const { body } = await site.server.call<HardwareStatus[]>("GET /hardware/status");
    return body.find((one) => one.id === String(id));
  };

  return {
    ...withoutPush,
    ingest,
    stop,
    start: (used: Ingest = ingest) => {
      jobs.add(startReaders(services, { siteCache, ingest: used, host: "127.0.0.1" }));
    },
    llrpReader: async () => {
      const reader = await startLlrpReader(0);
      onTestFinished(() => reader.close());
      return reader;
    },
    lineReader: async () => {
      const reader = await startLineReader(0);
      onTestFinished(() => reader.close());
      return reader;
    },
    dialingReader: (protocol: "llrp" | "line-tcp", port: number, address?: string) => {
      const reader = startDialingReader(protocol, port, address);
      onTestFinished(() => reader.close());
      return reader;
    },
    /** Registers a reader; with a relay it gets a gate whose barrier is wired to it. */
    register: async (info: Draft, gate?: { relay: { port: number } }) => {
      names += 1;
      const name = `Reader ${names}`;
      const additionalInfo = { ip: "127.0.0.1", drv: "llrp", gtp: "N", ...info };
      const { id } = await site.create("POST /sensors", samples.reader({ name, additionalInfo }));
      if (gate) {
        const { id: boomBarrierId } = await site.barrier(gate.relay.port);
        await site.create("POST /gates", samples.gate({ name: `Gate of ${name}`, sensorId: id, boomBarrierId }));
      }
      await site.settle();
      return { id, name };
    },
    relay: () => relayForTest(),
    tagEvents: (search: string) => site.events<TagEvent>("rfid-ac", { search }),
    statusOf,
    isInState: (id: number, state: HardwareStatus["state"], reason?: string | null) =>
      poll(async () =>
        expect(await statusOf(id)).toMatchObject({ kind: "reader", state, ...(reason !== undefined && { reason }) }),
      ),
    offlineAlerts: async () => (await site.alerts("ac")).filter(({ type }) => type === "READER_OFFLINE"),
  };
}
