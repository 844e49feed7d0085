import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type HardwareFault, lateReplyMs } from "./hardware-fault.ts";
import {
  createFixedReply,
  type HttpReply,
  parseRpcRequest,
  parseStateRequest,
  type RelayRequest,
} from "./http-relay-request.ts";
import type { Relays } from "./relays.ts";

/** Creates a web relay board with two APIs: `GET /state.xml?relay1State=2&pulseTime1=0.5` and `POST /rpc`. */
export function createHttpBoardServer(relays: Relays, count: number, fault: () => HardwareFault): Server {
  const listStates = () => Array.from({ length: count }, (_, index) => relays.isClosed(index + 1));
  const receive = ({ commands }: RelayRequest, isExecuted: boolean) => {
    for (const command of commands) relays.receive({ ...command, isExecuted });
  };
  const execute = (request: RelayRequest): HttpReply => {
    const before = listStates();
    receive(request, true);
    return request.toReply({ before, after: listStates() });
  };

  const replies: Readonly<Record<HardwareFault, (response: ServerResponse, request: RelayRequest) => void>> = {
    normal: (response, request) => send(response, execute(request)),
    refuses: (response, request) => {
      receive(request, false);
      send(response, request.toRejection());
    },
    hangs: (_, request) => receive(request, false),
    // The command is executed but its reply is lost: a client that retries executes it twice.
    "half-frame": (response, request) => {
      const { status, type, text } = execute(request);
      response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
    },
    late: (response, request) => {
      const reply = execute(request);
      const timer = setTimeout(() => send(response, reply), lateReplyMs);
      response.once("close", () => clearTimeout(timer));
    },
    // No new connections; one that is still closing gets no reply.
    unplugged: (response) => response.destroy(),
    "no-power": (response) => response.destroy(),
  };

  return createServer((request, response) => {
    parseRequest(request, count).then(
      (parsed) => replies[fault()](response, parsed),
      () => response.destroy(),
    );
  });
}

async function parseRequest(request: IncomingMessage, count: number): Promise<RelayRequest> {
  const url = new URL(request.url ?? "/", "http://board");
  if (request.method === "GET" && url.pathname === "/state.xml") return parseStateRequest(url.searchParams, count);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (request.method === "POST" && url.pathname === "/rpc") return parseRpcRequest(text, count);
  return createFixedReply({ status: 404, type: "text/plain", text: "Not found" });
}

function send(response: ServerResponse, { status, type, text }: HttpReply): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}
