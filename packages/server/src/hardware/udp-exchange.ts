import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { UdpResult, UdpTransport } from "@gatehouse/drivers/hardware-transport";
import { connectionFailure } from "../outbound/http-failures.ts";

type UdpRequest = Parameters<UdpTransport>[0] & {
  address: string;
  replyMs: number;
  /** HA-4: asked before each datagram. */
  isAllowed?: () => boolean;
};

/** The first repetition follows after this time; the next ones after twice the time of the previous one. */
const firstRepeatMs = 250;

/** Sends a request over UDP and repeats it until its reply arrives or the time is over. */
export function exchangeDatagrams({
  address,
  port,
  datagrams,
  isReply,
  replyMs,
  isAllowed = () => true,
}: UdpRequest): Promise<UdpResult> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
    let sentCount = 0;
    let repeating: NodeJS.Timeout | undefined;
    let isEnded = false;
    const ending = setTimeout(() => end({ ok: false, isSent: sentCount > 0, detail: "No reply in time." }), replyMs);

    function end(result: UdpResult): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(ending);
      clearTimeout(repeating);
      socket.close();
      resolve(result);
    }

    // A closed port or a missing route: the first datagram was not received.
    const fail = (error: NodeJS.ErrnoException) =>
      end({ ok: false, isSent: sentCount > 1, detail: connectionFailure(error).detail });

    function send(): void {
      if (isEnded) return;
      if (!isAllowed()) {
        end({ ok: false, isSent: sentCount > 0, detail: "Interrupted." });
        return;
      }
      const datagram = datagrams[sentCount % datagrams.length];
      if (datagram) socket.send(datagram, (error) => error && fail(error));
      sentCount += 1;
      repeating = setTimeout(send, firstRepeatMs * 2 ** (sentCount - 1));
    }

    socket.on("error", fail);
    // A connected socket receives only from this address and port.
    socket.on("message", (datagram) => {
      if (isReply(datagram)) end({ ok: true, localAddress: socket.address().address });
    });
    socket.connect(port, address, send);
  });
}
