import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenForDatagrams } from "../../src/network/udp-listener.ts";

describe("a simulated device that receives datagrams", () => {
  it("replies to where the request came from", async () => {
    const listener = await listenForDatagrams(0, (datagram, reply) => reply(Buffer.from(`got ${datagram}`)));
    onTestFinished(listener.close);
    const socket = createSocket("udp4");
    onTestFinished(() => void socket.close());
    socket.send("hello", listener.port, "127.0.0.1");
    const [response] = await once(socket, "message");
    expect(String(response)).toBe("got hello");
  });

  it("can be closed twice, as by two signals", async () => {
    const listener = await listenForDatagrams(0, () => {});
    await Promise.all([listener.close(), listener.close()]);
    await listener.close();
  });
});
