import type { ServerResponse } from "node:http";

/** How a simulated device behaves towards whoever asks it; `refusing` is not here because it takes no connection. */
const misbehaviours = {
  silent: () => {},
  slow: (answer, asUsual) => {
    const timer = setTimeout(asUsual, slowMs);
    answer.once("close", () => clearTimeout(timer));
  },
  garbage: (answer) => answer.writeHead(200, json).end("\u0000\u0001 ⌁ <garbage> }{ ]["),
  truncated: (answer) => {
    answer.writeHead(200, { ...json, "content-length": "4096" }).write('[{"id":1,"name":"Main en');
    setImmediate(() => answer.destroy());
  },
  huge: (answer) => answer.writeHead(200, json).end(`[${" ".repeat(512 * 1024)}]`),
  redirecting: (answer) => answer.writeHead(302, { location: "http://127.20.2.1/elsewhere" }).end(),
  "wrong-credentials": (answer) =>
    answer.writeHead(401, { ...json, "www-authenticate": 'Basic realm="device"' }).end('{"error":"credentials"}'),
} satisfies Record<string, (answer: ServerResponse, asUsual: () => void) => void>;

const json = { "content-type": "application/json" };

/** How late a slow device is: more than anybody waits for it. */
const slowMs = 5_000;

/** The ways a device can be told to behave. */
export type Manner = "normal" | "refusing" | keyof typeof misbehaviours;

/** Every manner, in the order of the control page. */
export const manners = ["normal", "refusing", ...Object.keys(misbehaviours)] as readonly Manner[];

/** Answers in a manner; a well-behaved device answers as usual. */
export function answerIn(manner: Manner, answer: ServerResponse, asUsual: () => void): void {
  if (manner === "normal" || manner === "refusing") asUsual();
  else misbehaviours[manner](answer, asUsual);
}
