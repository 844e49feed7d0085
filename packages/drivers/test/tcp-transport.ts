import { connect } from "node:net";
import type { TcpResult, TcpTransport } from "../src/hardware-transport.ts";

const limitMs = 5_000;

/** One request and response over a local socket, with a short timeout. */
export const tcpTransport: TcpTransport = ({ host, port, bytes, isWhole }) =>
  new Promise<TcpResult>((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    let isSent = false;
    const socket = connect({ host, port });
    const end = (result: TcpResult) => {
      socket.destroy();
      resolve(result);
    };
    const fail = (detail: string) => end({ ok: false, isSent, detail });
    socket.setTimeout(limitMs, () => fail("No answer came in time"));
    socket.once("error", (error) => fail(error.message));
    socket.once("end", () => fail("The connection was closed"));
    socket.once("connect", () => {
      isSent = bytes.length > 0;
      socket.write(bytes, () => {
        if (!isWhole) end({ ok: true, received });
      });
    });
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (isWhole?.(received)) end({ ok: true, received });
    });
  });
