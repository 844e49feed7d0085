import { createSocket } from "node:dgram";
import type { UdpResult, UdpTransport } from "../src/hardware-transport.ts";

const repeatMs = 200;
const defaultLimitMs = 3_000;

/** Requests over a local UDP socket, repeated every 200 ms. */
export const createUdpTransport =
  (limitMs = defaultLimitMs): UdpTransport =>
  ({ host, port, datagrams, isReply }) =>
    new Promise<UdpResult>((resolve) => {
      const socket = createSocket("udp4");
      let sentCount = 0;
      const send = () => {
        socket.send(datagrams[sentCount % datagrams.length] ?? "");
        sentCount += 1;
      };
      const repeating = setInterval(send, repeatMs);
      const end = (result: UdpResult) => {
        clearInterval(repeating);
        clearTimeout(ending);
        socket.close();
        resolve(result);
      };
      const ending = setTimeout(() => end({ ok: false, isSent: true, detail: "No answer came in time" }), limitMs);
      socket.once("error", ({ message }) => end({ ok: false, isSent: false, detail: message }));
      socket.on("message", (datagram) => {
        if (isReply(datagram)) end({ ok: true, localAddress: socket.address().address });
      });
      socket.connect(port, host, send);
    });
