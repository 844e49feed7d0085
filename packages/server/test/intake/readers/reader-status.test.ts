import type { HardwareFault } from "@gatehouse/simulator/hardware/hardware-fault";
import { describe, expect, it } from "vitest";
import { poll } from "../ingest/ingest-site.ts";
import { readerSite } from "./reader-site.ts";

const site = await readerSite();
const { clock } = site.server;

describe("the state of a reader", () => {
  it("LIVE-10 shows within 10 s that a reader lost its power, raises an alert with its name and resolves it", async () => {
    const reader = await site.llrpReader();
    const { id, name } = await site.register({ port: reader.port }, { relay: await site.relay() });
    site.start();
    await site.isInState(id, "online", null);
    const startedMs = performance.now();
    await reader.setFault("unplugged");
    await site.isInState(id, "offline");
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await site.isInState(id, "offline", "Connection refused.");
    expect(await site.offlineAlerts()).toEqual([]);
    clock.advance(6_000);
    await poll(async () =>
      expect(await site.offlineAlerts()).toMatchObject([
        {
          title: "Reader offline",
          description: `"${name}" of gate "Gate of ${name}" is offline and reads no tags: Connection refused.`,
          additionalInfo: { sensorId: id },
        },
      ]),
    );
    await reader.setFault("normal");
    await site.isInState(id, "online", null);
    await poll(async () => expect(await site.offlineAlerts()).toEqual([]));
  });

  it("LIVE-10 a restart keeps the alert open until the reader is back", async () => {
    await site.configure("readerOfflineSeconds", 0);
    const reader = await site.llrpReader();
    await reader.setFault("unplugged");
    const { id } = await site.register({ port: reader.port }, { relay: await site.relay() });
    site.start();
    await poll(async () => expect(await site.offlineAlerts()).toHaveLength(1));
    await site.stop();
    site.start();
    await site.isInState(id, "offline");
    expect(await site.offlineAlerts()).toMatchObject([{ count: 1 }]);
    await reader.setFault("normal");
    await poll(async () => expect(await site.offlineAlerts()).toEqual([]));
    await site.configure("readerOfflineSeconds", 5);
  });

  it("LIVE-10 a reader that opens nothing raises no alert, and a deleted reader's alert is resolved", async () => {
    await site.configure("readerOfflineSeconds", 0);
    const reader = await site.llrpReader();
    await reader.setFault("unplugged");
    const unused = await site.register({ port: reader.port });
    const used = await site.register({ port: reader.port, channel: 2 }, { relay: await site.relay() });
    site.start();
    await poll(async () =>
      expect(await site.offlineAlerts()).toMatchObject([{ additionalInfo: { sensorId: used.id } }]),
    );
    await site.isInState(unused.id, "offline");
    await site.db.deleteFrom("gates").execute();
    await site.server.call("DELETE /sensors/{id}", { params: { id: used.id } });
    await poll(async () => expect(await site.offlineAlerts()).toEqual([]));
    await site.configure("readerOfflineSeconds", 5);
  });

  const rejected = "The reader refused the connection: another client is connected.";
  const overdue = "The reader did not accept the connection within 4 s.";
  const errors: readonly [HardwareFault, string][] = [
    ["refuses", rejected],
    ["hangs", overdue],
    ["late", overdue],
    ["unplugged", "Connection refused."],
  ];

  it("LIVE-10 LIVE-2 an LLRP reader that refuses, hangs, is late or unplugged is offline, and back when it is repaired", async () => {
    const readers = await Promise.all(
      errors.map(async ([error, reason]) => {
        const reader = await site.llrpReader();
        await reader.setFault(error);
        return { reader, reason, ...(await site.register({ port: reader.port })) };
      }),
    );
    site.start();
    await Promise.all(readers.map(({ id, reason }) => site.isInState(id, "offline", reason)));
    await Promise.all(readers.map(({ reader }) => reader.setFault("normal")));
    await Promise.all(readers.map(({ id }) => site.isInState(id, "online", null)));
  });

  it("LIVE-10 LIVE-2 a truncated report yields no tag and is the end of the connection", async () => {
    const reader = await site.llrpReader();
    const { id } = await site.register({ port: reader.port });
    site.start();
    await site.isInState(id, "online");
    await reader.setFault("half-frame");
    await site.isInState(id, "offline");
    await site.isInState(id, "online");
    reader.read("E2000000000000000000BAD1");
    await site.isInState(id, "offline", "The reader closed the connection.");
    await reader.setFault("normal");
    await site.isInState(id, "online");
    expect(await site.tagEvents("E2000000000000000000BAD1")).toEqual([]);
  });

  it("LIVE-10 LIVE-2 a line reader that closes every connection is offline all the time", async () => {
    const reader = await site.lineReader();
    await reader.setFault("refuses");
    const { id } = await site.register({ port: reader.port, drv: "line-tcp" });
    site.start();
    await site.isInState(id, "offline", "The reader closed the connection.");
    const { since } = (await site.statusOf(id)) ?? {};
    await reader.setFault("unplugged");
    await site.isInState(id, "offline", "Connection refused.");
    expect(await site.statusOf(id)).toMatchObject({ since });
    await reader.setFault("normal");
    await site.isInState(id, "online", null);
  });
});
