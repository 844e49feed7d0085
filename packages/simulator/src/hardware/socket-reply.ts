import type { Socket } from "node:net";
import { type BoardFault, lateMs } from "./hardware-fault.ts";

/** What a board would do with a request: obey it, turn it down, or only notice it. */
export interface Request {
  /** Does it and gives the answer. */
  obey(): Uint8Array;
  /** The answer of a board that will not. */
  refuse(): Uint8Array;
  /** A board that hangs has heard it, and nothing comes of it. */
  ignore(): void;
}

/** A request that no board would do, whatever is wrong with it; a board that hangs says nothing to it either. */
export const nonsense = (refuse: () => Uint8Array): Request => ({ obey: refuse, refuse, ignore: () => {} });

const answers: Readonly<Record<BoardFault, (socket: Socket, request: Request) => void>> = {
  normal: (socket, { obey }) => socket.write(obey()),
  refuses: (socket, { refuse }) => socket.write(refuse()),
  hangs: (_, { ignore }) => ignore(),
  // The relay clicks and the answer is lost: whoever asks again opens twice.
  "half-frame": (socket, { obey }) => {
    const answer = obey();
    socket.end(answer.subarray(0, Math.ceil(answer.length / 2)));
  },
  late: (socket, { obey }) => {
    const answer = obey();
    const timer = setTimeout(() => socket.write(answer), lateMs);
    socket.once("close", () => clearTimeout(timer));
  },
  // It takes no connection; one that is just being dropped hears nothing more.
  unplugged: () => {},
};

/** Answers a request on a socket as a board with this fault does. */
export const answerOnSocket = (fault: BoardFault, socket: Socket, request: Request): void =>
  answers[fault](socket, request);
