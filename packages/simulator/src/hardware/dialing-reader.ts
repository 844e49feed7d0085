import { connect, type Socket } from "node:net";
import { serveLlrpClient } from "./llrp-client.ts";

/** An RFID reader that connects to the server itself, and again when the connection is lost. */
export interface DialingReader {
  /** Whether the server is connected and receives tags. */
  isReading(): boolean;
  /** Puts tags into the field; false if no client is connected. */
  read(...tags: readonly string[]): boolean;
  /** Closes the connection without a goodbye. */
  close(): void;
}

/** How a reader speaks on a connection. */
type Protocol = (socket: Socket) => { isReading(): boolean; toBytes(tags: readonly string[]): Buffer };

const protocols = {
  llrp: (socket) => {
    const client = serveLlrpClient(socket, { isLate: false });
    return { isReading: client.isReading, toBytes: (tags) => client.toReports(tags, 1) };
  },
  "line-tcp": (socket) => {
    socket.resume();
    return { isReading: () => true, toBytes: (tags) => Buffer.from(tags.map((tag) => `${tag}\r\n`).join("")) };
  },
} as const satisfies Record<string, Protocol>;

const redialMs = 100;

/** Starts a reader that connects to this port of this machine, from the given loopback address. */
export function startDialingReader(
  protocol: keyof typeof protocols,
  port: number,
  localAddress = "127.0.0.1",
): DialingReader {
  let connection: { readonly socket: Socket; readonly speech: ReturnType<Protocol> } | undefined;
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function dial(): void {
    const dialed = connect({ host: "127.0.0.1", port, localAddress });
    socket = dialed;
    dialed.on("error", () => {});
    dialed.once("connect", () => {
      connection = { socket: dialed, speech: protocols[protocol](dialed) };
    });
    dialed.once("close", () => {
      connection = undefined;
      if (!isClosed) timer = setTimeout(dial, redialMs);
    });
  }
  dial();

  return {
    isReading: () => connection?.speech.isReading() === true,
    read: (...tags) => {
      if (!connection?.speech.isReading()) return false;
      connection.socket.write(connection.speech.toBytes(tags));
      return true;
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}
