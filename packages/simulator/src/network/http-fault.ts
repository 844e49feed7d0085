import type { ServerResponse } from "node:http";

const json = { "content-type": "application/json" };

/** Delay of a slow response; longer than any client timeout. */
export const slowResponseMs = 5_000;

/** Response of each fault; `refusing` is missing because it accepts no connection. */
const faultyResponses = {
  silent: () => {},
  slow: (response, respondNormally) => {
    const timer = setTimeout(respondNormally, slowResponseMs);
    response.once("close", () => clearTimeout(timer));
  },
  unavailable: (response) => response.writeHead(503, json).end('{"error":"unavailable"}'),
  garbage: (response) => response.writeHead(200, json).end("\u0000\u0001 ⌁ <garbage> }{ ]["),
  truncated: (response) => {
    response.writeHead(200, { ...json, "content-length": "4096" }).write('[{"id":1,"name":"Main en');
    setImmediate(() => response.destroy());
  },
  huge: (response) => response.writeHead(200, json).end(`[${" ".repeat(512 * 1024)}]`),
  redirecting: (response) => response.writeHead(302, { location: "http://127.20.2.1/elsewhere" }).end(),
  "wrong-credentials": (response) =>
    response.writeHead(401, { ...json, "www-authenticate": 'Basic realm="device"' }).end('{"error":"credentials"}'),
} satisfies Record<string, (response: ServerResponse, respondNormally: () => void) => void>;

/** Fault of a simulated HTTP server; "normal" is none. */
export type HttpFault = "normal" | "refusing" | keyof typeof faultyResponses;

/** Every fault with its label, in the order of the control page. */
export const httpFaultTitles: Readonly<Record<HttpFault, string>> = {
  normal: "Normal",
  refusing: "Unplugged",
  silent: "Silent",
  slow: "Slow",
  unavailable: "Unavailable",
  garbage: "Garbage",
  truncated: "Truncated",
  huge: "Huge response",
  redirecting: "Redirects",
  "wrong-credentials": "Rejects password",
};

/** Every fault, in the order of the control page. */
export const httpFaults = Object.keys(httpFaultTitles) as readonly HttpFault[];

/** Sends the response of a fault, or the normal one. */
export function respondWithFault(fault: HttpFault, response: ServerResponse, respondNormally: () => void): void {
  if (fault === "normal" || fault === "refusing") respondNormally();
  else faultyResponses[fault](response, respondNormally);
}
