import { connect, createServer, type Socket } from "node:net";
import type { RfidServerStatus } from "@gatehouse/contract/entities/rfid-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../free-port.ts";
import { poll } from "../ingest/ingest-site.ts";
import { readerSite } from "./reader-site.ts";

const site = await readerSite();
const { clock } = site.server;

async function listenOn(port: number, drv = "llrp"): Promise<void> {
  const { status } = await site.server.call("PUT /configs/pzapp-rfid-server-details", { body: { port, drv } });
  expect(status).toBe(200);
  await site.settle();
}

const status = async () =>
  (await site.server.call<RfidServerStatus>("GET /configs/pzapp-rfid-server-details/status")).body;

/** The state of an earlier test's server is still stored at first. */
const listening = (port: number) =>
  poll(async () => expect(await status()).toMatchObject({ state: "listening", port }));

function connectTo(port: number, localAddress = "127.0.0.1"): Socket {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once("close", () => resolve()));

describe("the RFID server", () => {
  it.each(["llrp", "line-tcp"] as const)(
    "LIVE-1 accepts readers that connect to it with %s, and their tags open their gate",
    async (drv) => {
      const port = await freePort();
      const relay = await site.relay();
      const { id, name } = await site.register({ drv, ip: "127.0.0.9" }, { relay });
      const tag = `E28011606000020000${drv === "llrp" ? "AAAAAA" : "BBBBBB"}`;
      await site.tag(tag, "KA05AB0001");
      await listenOn(port, drv);
      site.start();
      await poll(async () => expect(await status()).toMatchObject({ state: "listening", port, reason: null }));
      await site.isInState(id, "unknown", "Waiting for the reader to connect.");
      const reader = site.dialingReader(drv, port, "127.0.0.9");
      await site.isInState(id, "online", null);
      const connected = [{ address: "127.0.0.9", readers: [name] }];
      await poll(async () => expect(await status()).toMatchObject({ connected, rejected: [] }));
      reader.read(tag);
      expect(await relay.until(1)).toEqual(["1 on"]);
      reader.close();
      await site.isInState(id, "offline");
      await poll(async () => expect(await status()).toMatchObject({ connected: [] }));
    },
  );

  it("LIVE-1 reports an unknown reader, and accepts it once it is configured", async () => {
    const port = await freePort();
    await listenOn(port);
    site.start();
    await listening(port);
    site.dialingReader("llrp", port, "127.0.0.7");
    const entry = { address: "127.0.0.7", reason: "No reader with this address is configured." };
    await poll(async () => expect(await status()).toMatchObject({ connected: [], rejected: [entry] }));
    const { id } = await site.register({ ip: "127.0.0.7" });
    await site.isInState(id, "online");
    await poll(async () => expect(await status()).toMatchObject({ rejected: [], connected: [{}] }));
  });

  it("LIVE-1 rejects readers outside the allowed networks and those that it connects to itself", async () => {
    const port = await freePort();
    const { name } = await site.register({ ip: "127.0.0.5", port: await freePort() });
    await site.register({ ip: "127.1.0.1" });
    await site.configure("deviceNetworks", "127.0.0.0/16");
    await listenOn(port);
    site.start();
    await listening(port);
    await closed(connectTo(port, "127.0.0.5"));
    await closed(connectTo(port, "127.1.0.1"));
    await poll(async () =>
      expect((await status())?.rejected).toMatchObject([
        { address: "127.1.0.1", reason: "127.1.0.1 is outside the site's networks." },
        { address: "127.0.0.5", reason: expect.stringContaining(`The server connects to "${name}" on port`) },
      ]),
    );
    await site.configure("deviceNetworks", "127.0.0.0/8");
  });

  it("LIVE-1 reports a port in use and an unknown driver, and listens when the port is free", async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const { id } = await site.register({ ip: "127.0.0.6" });
    await listenOn(port);
    site.start();
    const reason = `Port ${port} is in use by another program.`;
    await poll(async () => expect(await status()).toMatchObject({ state: "failed", port, reason }));
    await site.isInState(id, "offline", `The RFID server does not listen: ${reason}`);
    await new Promise((resolve) => other.close(resolve));
    clock.advance(3_000);
    await poll(async () => expect(await status()).toMatchObject({ state: "listening", reason: null }));
    await listenOn(port, "wiegand");
    await poll(async () =>
      expect(await status()).toMatchObject({ state: "failed", reason: 'There is no driver "wiegand".' }),
    );
    await listenOn(port);
    await poll(async () => expect(await status()).toMatchObject({ state: "listening" }));
  });

  it("LIVE-1 listens on a changed port at once and no longer on the old one", async () => {
    const [before, afterwards] = [await freePort(), await freePort()];
    await listenOn(before);
    site.start();
    await poll(async () => expect(await status()).toMatchObject({ state: "listening", port: before }));
    await listenOn(afterwards);
    await poll(async () => expect(await status()).toMatchObject({ state: "listening", port: afterwards }));
    const socket = connectTo(before);
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => socket.once("error", resolve));
    expect(error.code).toBe("ECONNREFUSED");
  });

  it("LIVE-1 closes connections that send no LLRP, too long messages, or nothing in time", async () => {
    const port = await freePort();
    const { id } = await site.register({ ip: "127.0.0.4" });
    await listenOn(port);
    site.start();
    await listening(port);
    const http = connectTo(port, "127.0.0.4");
    http.write("GET / HTTP/1.1\r\n\r\n");
    await closed(http);
    await site.isInState(id, "offline", "The host does not speak LLRP.");
    const long = connectTo(port, "127.0.0.4");
    long.write(Buffer.from([0x04, 0x3f, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1]));
    await closed(long);
    await site.isInState(id, "offline", "The reader sent an LLRP message of more than 262144 bytes.");
    await closed(connectTo(port, "127.0.0.4"));
    await site.isInState(id, "offline", "The reader did not accept the connection within 4 s.");
  });

  it("LIVE-1 a reader that connects again replaces its old connection", async () => {
    const port = await freePort();
    const { id } = await site.register({ ip: "127.0.0.3", drv: "line-tcp" });
    await listenOn(port, "line-tcp");
    site.start();
    await listening(port);
    const first = connectTo(port, "127.0.0.3");
    await site.isInState(id, "online");
    const second = connectTo(port, "127.0.0.3");
    await closed(first);
    second.write("E28000000000000000000SEC\n");
    await poll(async () => expect(await site.tagEvents("E28000000000000000000SEC")).toHaveLength(1));
    await poll(async () => expect(await status()).toMatchObject({ connected: [{ address: "127.0.0.3" }] }));
  });

  it("LIVE-1 a reader that never connects is offline after a while", async () => {
    const port = await freePort();
    const { id } = await site.register({ ip: "127.0.0.2" });
    await listenOn(port);
    site.start();
    await site.isInState(id, "unknown", "Waiting for the reader to connect.");
    clock.advance(31_000);
    await site.isInState(id, "offline", `The reader has not connected to port ${port}.`);
  });
});
