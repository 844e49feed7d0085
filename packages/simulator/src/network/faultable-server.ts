import type { Server } from "node:net";
import { type Listener, listenOnLoopback } from "./loopback.ts";

/** A server on a loopback port with a fault that can be switched, including ones in which it does not listen. */
export interface FaultableServer<Fault extends string> {
  readonly port: number;
  fault(): Fault;
  setFault(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that keeps its port while it is unplugged; port 0 picks a free port. */
export async function startFaultableServer<Fault extends string>(
  requestedPort: number,
  { healthy, unplugged }: { healthy: Fault; unplugged: Fault | readonly Fault[] },
  createServer: (fault: () => Fault) => Server,
): Promise<FaultableServer<Fault>> {
  let fault = healthy;
  const offline: readonly Fault[] = typeof unplugged === "string" ? [unplugged] : unplugged;
  const listen = (port: number) =>
    listenOnLoopback(
      createServer(() => fault),
      port,
    );
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
