import { connect, createServer, type Socket } from "node:net";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it, onTestFinished } from "vitest";
import { poll } from "../ingest/ingest-site.ts";
import { readerSite } from "./reader-site.ts";

const site = await readerSite();
const { clock } = site.server;
let tags = 0;
const newTag = () => {
  tags += 1;
  return `E2801160600002${String(tags).padStart(10, "0")}`;
};

/** A proxy that forwards every byte of the reader as a segment of its own. */
async function splittingProxy(readerPort: number): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const reader = connect({ host: "127.0.0.1", port: readerPort, noDelay: true });
    client.setNoDelay(true);
    for (const one of [client, reader]) sockets.add(one.on("error", () => {}));
    client.pipe(reader);
    let queue = Promise.resolve();
    reader.on("data", (bytes: Buffer) => {
      for (const byte of bytes)
        queue = queue.then(() => new Promise((resolve) => client.write(Buffer.of(byte), () => setImmediate(resolve))));
    });
    reader.on("close", () => queue.then(() => client.destroy()));
    client.on("close", () => reader.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

describe("a reader that the server connects to", () => {
  it("LIVE-2 opens its gate for a known tag over LLRP, with the decision of a pushed tag", async () => {
    const relay = await site.relay();
    const reader = await site.llrpReader();
    const { id } = await site.register({ port: reader.port }, { relay });
    const tag = newTag();
    await site.tag(tag, "KA01AB1234");
    site.start();
    await site.isInState(id, "online", null);
    reader.read(tag);
    expect(await relay.until(1)).toEqual(["1 on"]);
    const [event] = await site.tagEvents(tag);
    expect(event).toMatchObject({ sourceId: id });
    const { commands } = await site.why("rfid-ac", event?.id ?? 0);
    expect(commands).toMatchObject([{ kind: "open" }]);
  });

  it("LIVE-2 opens its gate for a known tag over text lines", async () => {
    const relay = await site.relay();
    const reader = await site.lineReader();
    const { id } = await site.register({ port: reader.port, drv: "line-tcp" }, { relay });
    const tag = newTag();
    await site.tag(tag, "KA01AB1235");
    site.start();
    await site.isInState(id, "online", null);
    reader.read(tag);
    expect(await relay.until(1)).toEqual(["1 on"]);
  });

  it("LIVE-2 yields the same tags if TCP sends every byte in its own segment or all reports in one", async () => {
    const merged = await site.llrpReader();
    const split = await site.llrpReader();
    const one = await site.register({ port: merged.port });
    const other = await site.register({ port: await splittingProxy(split.port) });
    const epcs = [newTag(), newTag(), newTag(), newTag()];
    site.start();
    await site.isInState(one.id, "online");
    await site.isInState(other.id, "online");
    merged.read(...epcs);
    split.read(...epcs);
    for (const epc of epcs)
      await poll(async () =>
        expect(new Set((await site.tagEvents(epc)).map(({ sourceId }) => sourceId))).toEqual(
          new Set([one.id, other.id]),
        ),
      );
  });

  it("LIVE-2 serves a gate per antenna", async () => {
    const reader = await site.llrpReader();
    const first = await site.register({ port: reader.port, channel: 1 });
    const second = await site.register({ port: reader.port, channel: 2 });
    const others = await site.register({ port: reader.port });
    site.start();
    await site.isInState(second.id, "online");
    const epcs = [newTag(), newTag(), newTag()];
    for (const [index, epc] of epcs.entries()) reader.readAt(index + 1, epc);
    const owners = [first.id, second.id, others.id];
    for (const [index, epc] of epcs.entries())
      await poll(async () => expect(await site.tagEvents(epc)).toMatchObject([{ sourceId: owners[index] }]));
  });

  it("LIVE-2 a tag that stays in the field becomes few events", async () => {
    const reader = await site.llrpReader();
    const { id } = await site.register({ port: reader.port });
    site.start();
    await site.isInState(id, "online");
    const parked = newTag();
    // Five minutes, with a read every two seconds.
    for (let second = 0; second < 300; second += 2) {
      reader.read(parked);
      clock.advance(2_000);
      // The next read must arrive after the clock has advanced.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const last = newTag();
    await poll(async () => {
      reader.read(last);
      expect(await site.tagEvents(last)).toHaveLength(1);
    });
    const events = await site.tagEvents(parked);
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThan(12);
  });

  it("LIVE-2 tags that could not be stored are retried once stored, with one event each", async () => {
    const reader = await site.lineReader();
    const { id } = await site.register({ port: reader.port, drv: "line-tcp" });
    let attempts = 0;
    site.start({
      ...site.ingest,
      accept: async (...push) => {
        attempts += 1;
        if (attempts === 1) throw new Error("the database is away");
        const reasons = await site.ingest.accept(...push);
        if (attempts === 2) throw new Error("the connection was lost after the commit");
        return reasons;
      },
    });
    await site.isInState(id, "online");
    const tag = newTag();
    reader.read(tag);
    await poll(async () => expect(attempts).toBe(3));
    await site.stop();
    expect(await site.tagEvents(tag)).toHaveLength(1);
  });

  it("LIVE-2 changed settings apply at once, and other readers stay connected", async () => {
    const reader = await site.llrpReader();
    const moved = await site.lineReader();
    const target = await site.lineReader();
    const one = await site.register({ port: reader.port });
    const other = await site.register({ port: moved.port, drv: "line-tcp" });
    site.start();
    await site.isInState(one.id, "online");
    await site.isInState(other.id, "online");
    const { since } = (await site.statusOf(one.id)) ?? {};
    await site.server.call("PATCH /sensors/{id}", {
      params: { id: other.id },
      body: { additionalInfo: { ip: "127.0.0.1", port: target.port, drv: "line-tcp", gtp: "N" } },
    });
    await poll(async () => expect([moved.clientCount(), target.clientCount()]).toEqual([0, 1]));
    await site.server.call("DELETE /sensors/{id}", { params: { id: other.id } });
    await poll(async () => expect(target.clientCount()).toBe(0));
    expect(await site.statusOf(one.id)).toMatchObject({ state: "online", since });
    expect(await site.statusOf(other.id)).toBeUndefined();
  });

  it("LIVE-2 MOD-3 is connected only while the module is active and its address is allowed", async () => {
    const reader = await site.lineReader();
    const { id } = await site.register({ port: reader.port, drv: "line-tcp" });
    site.start();
    await poll(async () => expect(reader.clientCount()).toBe(1));
    await site.activate({ ...everyModule(true), RFID_ACCESS_CONTROL: false });
    await poll(async () => expect(reader.clientCount()).toBe(0));
    await poll(async () => expect(await site.statusOf(id)).toBeUndefined());
    await site.activate(everyModule(true));
    await poll(async () => expect(reader.clientCount()).toBe(1));
    await site.configure("deviceNetworks", "127.0.0.2/32");
    await poll(async () => expect(reader.clientCount()).toBe(0));
    await site.isInState(id, "offline", "127.0.0.1 is outside the site's networks.");
    await site.configure("deviceNetworks", "127.0.0.0/8");
    await site.isInState(id, "online");
  });

  it("LIVE-2 readers with another driver are not connected to", async () => {
    const pushing = await site.lineReader();
    const reader = await site.lineReader();
    await site.register({ port: pushing.port, drv: "push" });
    await site.register({ port: reader.port, drv: "line-tcp" });
    site.start();
    await poll(async () => expect(reader.clientCount()).toBe(1));
    expect(pushing.clientCount()).toBe(0);
  });

  it("LIVE-2 is free for the next leader after a stop", async () => {
    const reader = await site.llrpReader();
    const { id } = await site.register({ port: reader.port });
    site.start();
    await site.isInState(id, "online");
    await site.stop();
    await poll(async () => expect(reader.isReading()).toBe(false));
    site.start();
    await poll(async () => expect(reader.isReading()).toBe(true));
  });
});
