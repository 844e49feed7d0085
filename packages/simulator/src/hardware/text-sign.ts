import { createServer, type Server } from "node:net";
import { type Plug, plugIn } from "../network/faultable-server.ts";
import type { SignPlan } from "../plan/hardware-plan.ts";
import type { BoardFault } from "./hardware-fault.ts";
import { takeMessages } from "./sign-message.ts";
import { answerOnSocket, nonsense, type Request } from "./socket-reply.ts";

/** What a sign was told, and whether it shows it. */
export interface SignCommand {
  readonly at: Date;
  readonly rows: readonly string[];
  readonly isObeyed: boolean;
}

/** A sign that takes text over TCP and remembers what it was told. */
export interface TextSign extends Plug<BoardFault> {
  readonly plan: SignPlan;
  /** The rows that shine now. */
  shows(): readonly string[];
  /** The latest last. */
  readonly commands: readonly SignCommand[];
  /** Dark, nothing remembered, and well. */
  reset(): Promise<void>;
}

const mostKept = 200;
const done = Buffer.from("OK\r\n");
const refusal = (reason: string) => Buffer.from(`ERR ${reason}\r\n`);

/** Switches a sign on; port 0 takes a free one. */
export async function startTextSign(plan: SignPlan, wantedPort: number): Promise<TextSign> {
  const commands: SignCommand[] = [];
  let shown: readonly string[] = [];

  function take(rows: readonly string[], isObeyed: boolean): void {
    commands.push({ at: new Date(), rows, isObeyed });
    if (commands.length > mostKept) commands.shift();
    if (isObeyed) shown = rows;
  }

  function understand(rows: readonly string[]): Request {
    const misfit = misfitOf(rows, plan);
    if (misfit) return nonsense(() => refusal(misfit));
    return {
      obey: () => {
        take(rows, true);
        return done;
      },
      refuse: () => {
        take(rows, false);
        return refusal("the sign is faulty");
      },
      ignore: () => take(rows, false),
    };
  }

  const server = (fault: () => BoardFault): Server =>
    createServer((socket) => {
      let rest: Buffer = Buffer.alloc(0);
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        const taken = takeMessages(Buffer.concat([rest, chunk]));
        if (!taken) return void socket.destroy();
        rest = taken.rest;
        for (const rows of taken.messages) answerOnSocket(fault(), socket, understand(rows));
      });
    });

  const plug = await plugIn<BoardFault>(wantedPort, { well: "normal", unplugged: "unplugged" }, server);
  return {
    ...plug,
    plan,
    shows: () => shown,
    commands,
    reset: async () => {
      commands.length = 0;
      shown = [];
      await plug.behave("normal");
    },
  };
}

function misfitOf(rows: readonly string[], { rows: rowCount, chars }: SignPlan): string | undefined {
  if (rows.length !== rowCount) return `the sign has ${rowCount} rows, not ${rows.length}`;
  if (rows.some((row) => [...row].length > chars)) return `a row has at most ${chars} characters`;
  return undefined;
}
