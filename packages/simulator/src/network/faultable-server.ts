import type { Server } from "node:net";
import { type Listener, listenOnLoopback } from "./loopback.ts";

/** A server on a loopback port with a fault that can be switched, including ones in which it does not listen. */
export interface FaultableServer<Fault extends string> {
  readonly port: number;
  fault(): Fault;
  setFault(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

/** The fault of a server without one, and the faults in which it does not listen. */
interface FaultNames<Fault> {
  readonly healthy: Fault;
  readonly unplugged: Fault | readonly Fault[];
}

/** Starts a server that keeps its port while it is unplugged; port 0 picks a free port. */
export const startFaultableServer = <Fault extends string>(
  requestedPort: number,
  names: FaultNames<Fault>,
  createServer: (fault: () => Fault) => Server,
): Promise<FaultableServer<Fault>> =>
  startFaultableListener(requestedPort, names, (port, fault) => listenOnLoopback(createServer(fault), port));

/** The same for any kind of listener. */
export async function startFaultableListener<Fault extends string>(
  requestedPort: number,
  { healthy, unplugged }: FaultNames<Fault>,
  listenOn: (port: number, fault: () => Fault) => Promise<Listener>,
): Promise<FaultableServer<Fault>> {
  let fault = healthy;
  const offline: readonly Fault[] = typeof unplugged === "string" ? [unplugged] : unplugged;
  const listen = (port: number) => listenOn(port, () => fault);
  let listener: Listener | undefined = await listen(requestedPort);
  const { port } = listener;
  // Changes run one at a time: closing and listening again must not overlap.
  let pending: Promise<void> = Promise.resolve();

  async function applyFault(next: Fault): Promise<void> {
    fault = next;
    if (offline.includes(next)) {
      const previous = listener;
      listener = undefined;
      await previous?.close();
      return;
    }
    listener ??= await listen(port);
    // A request that waits since the previous fault gets no late response.
    listener.dropConnections();
  }

  return {
    port,
    fault: () => fault,
    setFault: (next) => {
      const done = pending.then(() => applyFault(next));
      pending = done.catch(() => {});
      return done;
    },
    close: async () => {
      await pending;
      await listener?.close();
    },
  };
}
