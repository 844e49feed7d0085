import type { Socket } from "node:net";
import { type HardwareFault, lateReplyMs } from "./hardware-fault.ts";

/** A parsed request, with what the hardware does in each case. */
export interface HardwareRequest {
  /** Executes the request and returns the reply. */
  execute(): Uint8Array;
  /** Returns the reply that rejects the request. */
  reject(): Uint8Array;
  /** Records the request without executing it or replying. */
  ignore(): void;
}

/** A request that is rejected even without a fault. */
export const createInvalidRequest = (reject: () => Uint8Array): HardwareRequest => ({
  execute: reject,
  reject,
  ignore: () => {},
});

const replies: Readonly<Record<HardwareFault, (socket: Socket, request: HardwareRequest) => void>> = {
  normal: (socket, { execute }) => socket.write(execute()),
  refuses: (socket, { reject }) => socket.write(reject()),
  hangs: (_, { ignore }) => ignore(),
  // The command is executed but its reply is lost: a client that retries executes it twice.
  "half-frame": (socket, { execute }) => {
    const reply = execute();
    socket.end(reply.subarray(0, Math.ceil(reply.length / 2)));
  },
  late: (socket, { execute }) => {
    const reply = execute();
    const timer = setTimeout(() => socket.write(reply), lateReplyMs);
    socket.once("close", () => clearTimeout(timer));
  },
  // No new connections; one that is still closing gets no reply.
  unplugged: () => {},
  "no-power": () => {},
};

/** Replies to a request on a socket as hardware with this fault does. */
export const replyOnSocket = (fault: HardwareFault, socket: Socket, request: HardwareRequest): void =>
  replies[fault](socket, request);
