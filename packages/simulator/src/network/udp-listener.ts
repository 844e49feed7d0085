import { createSocket, type Socket } from "node:dgram";
import { type Listener, listenOnRequestedPort, toListenError } from "./loopback.ts";

/** Sends a datagram back to where the request came from, if the socket is still open. */
export type UdpReply = (datagram: Uint8Array) => void;

/** Receives datagrams on 127.0.0.1; port 0 picks a free port, a port in use is an error. */
export async function listenForDatagrams(
  requestedPort: number,
  onDatagram: (datagram: Buffer, reply: UdpReply) => void,
): Promise<Listener> {
  let socket: Socket | undefined;
  await listenOnRequestedPort(requestedPort, async (port) => {
    socket = await bind(port);
  });
  if (!socket) throw new Error("There is no socket.");
  const bound = socket;
  let closed: Promise<void> | undefined;
  bound.on("error", () => {});
  bound.on("message", (datagram, { address, port }) =>
    onDatagram(datagram, (reply) => {
      if (!closed) bound.send(reply, port, address);
    }),
  );
  return {
    port: bound.address().port,
    dropConnections: () => {},
    // A simulated site may be stopped by two signals.
    close: () => {
      closed ??= new Promise((resolve) => bound.close(resolve));
      return closed;
    },
  };
}

function bind(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    const fail = (error: NodeJS.ErrnoException) => {
      socket.close();
      reject(toListenError(error, port));
    };
    socket.once("error", fail);
    socket.bind(port, "127.0.0.1", () => {
      socket.off("error", fail);
      resolve(socket);
    });
  });
}
