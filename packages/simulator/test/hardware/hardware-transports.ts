import { createSocket } from "node:dgram";
import { connect } from "node:net";
import type {
  HardwareTransports,
  RelayHttp,
  TcpResult,
  TcpTransport,
  UdpResult,
  UdpTransport,
} from "@gatehouse/drivers/hardware-transport";

const createTcpTransport =
  (timeoutMs: number): TcpTransport =>
  ({ host, port, bytes, isWhole }) =>
    new Promise((resolve) => {
      let received = Buffer.alloc(0);
      let isSent = false;
      const socket = connect({ host, port });
      const end = (result: TcpResult) => {
        clearTimeout(timer);
        socket.destroy();
        resolve(result);
      };
      const timer = setTimeout(() => end({ ok: false, isSent, detail: "timed out" }), timeoutMs);
      socket.on("error", (error) => end({ ok: false, isSent, detail: error.message }));
      socket.on("close", () => end({ ok: false, isSent, detail: "closed" }));
      socket.on("connect", () => {
        isSent = true;
        socket.write(bytes);
      });
      socket.on("data", (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (isWhole?.(received)) end({ ok: true, received });
      });
    });

const repeatMs = 250;

const createUdpTransport =
  (timeoutMs: number): UdpTransport =>
  ({ host, port, datagrams, isReply }) =>
    new Promise((resolve) => {
      const socket = createSocket("udp4");
      let sentCount = 0;
      const send = () => {
        socket.send(datagrams[sentCount % datagrams.length] ?? "");
        sentCount += 1;
      };
      const repeating = setInterval(send, repeatMs);
      const end = (result: UdpResult) => {
        clearInterval(repeating);
        clearTimeout(timer);
        socket.close();
        resolve(result);
      };
      const timer = setTimeout(() => end({ ok: false, isSent: true, detail: "timed out" }), timeoutMs);
      socket.once("error", ({ message }) => end({ ok: false, isSent: false, detail: message }));
      socket.on("message", (datagram) => {
        if (isReply(datagram)) end({ ok: true, localAddress: socket.address().address });
      });
      socket.connect(port, host, send);
    });

const createHttpTransport =
  (timeoutMs: number): RelayHttp =>
  async ({ method, host, port, path, body }) => {
    try {
      const response = await fetch(`http://${host}:${port}${path}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { ok: true, status: response.status, text: await response.text() };
    } catch (error) {
      return { ok: false, isSent: true, detail: (error as Error).message };
    }
  };

/** Creates transports to relay boards and signs; the default timeout suits a busy machine, tests of faults use a short one. */
export const createHardwareTransports = (timeoutMs = 4_500): HardwareTransports => ({
  tcp: createTcpTransport(timeoutMs),
  udp: createUdpTransport(timeoutMs),
  http: createHttpTransport(timeoutMs),
});
