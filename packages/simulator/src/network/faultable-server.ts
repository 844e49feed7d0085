import type { Server } from "node:net";
import { type Listening, listenOnLoopback } from "./loopback.ts";

/** Something on a port of this machine that behaves in a manner, also in the manner of being unplugged. */
export interface Plug<Manner extends string> {
  readonly port: number;
  manner(): Manner;
  behave(manner: Manner): Promise<void>;
  close(): Promise<void>;
}

/** Plugs something in; port 0 takes a free one, and it keeps that port for when it is plugged in again. */
export async function plugIn<Manner extends string>(
  wantedPort: number,
  { well, unplugged }: { well: Manner; unplugged: Manner },
  server: (manner: () => Manner) => Server,
): Promise<Plug<Manner>> {
  let manner = well;
  let listening: Listening | undefined = await listenOnLoopback(
    server(() => manner),
    wantedPort,
  );
  const { port } = listening;
  // One after the other: pulling a plug and putting it back are never half done at once.
  let turn: Promise<void> = Promise.resolve();

  async function become(wanted: Manner): Promise<void> {
    manner = wanted;
    if (wanted === unplugged) {
      const before = listening;
      listening = undefined;
      await before?.close();
      return;
    }
    listening ??= await listenOnLoopback(
      server(() => manner),
      port,
    );
    // Whoever waits since it was silent gets no late answer.
    listening.hangUp();
  }

  return {
    port,
    manner: () => manner,
    behave: (wanted) => {
      const done = turn.then(() => become(wanted));
      turn = done.catch(() => {});
      return done;
    },
    close: async () => {
      await turn;
      await listening?.close();
    },
  };
}
