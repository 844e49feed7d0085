import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type BoardFault, lateMs } from "./hardware-fault.ts";
import { type BoardAnswer, type RelayRequest, rpcRequest, stateRequest, unanswerable } from "./http-relay-request.ts";
import type { Relays } from "./relays.ts";

/** A web relay board that understands two styles: `GET /state.xml?relay1State=2&pulseTime1=0.5` and `POST /rpc`. */
export function httpBoardServer(relays: Relays, count: number, fault: () => BoardFault): Server {
  const states = () => Array.from({ length: count }, (_, index) => relays.isClosed(index + 1));
  const take = ({ commands }: RelayRequest, isObeyed: boolean) => {
    for (const command of commands) relays.take({ ...command, isObeyed });
  };
  const obey = (request: RelayRequest): BoardAnswer => {
    const was = states();
    take(request, true);
    return request.done({ was, is: states() });
  };

  const answers: Readonly<Record<BoardFault, (response: ServerResponse, request: RelayRequest) => void>> = {
    normal: (response, request) => send(response, obey(request)),
    refuses: (response, request) => {
      take(request, false);
      send(response, request.refused());
    },
    hangs: (_, request) => take(request, false),
    // The relay clicks and the answer is lost: whoever asks again opens twice.
    "half-frame": (response, request) => {
      const { status, type, text } = obey(request);
      response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
    },
    late: (response, request) => {
      const answer = obey(request);
      const timer = setTimeout(() => send(response, answer), lateMs);
      response.once("close", () => clearTimeout(timer));
    },
    // It takes no connection; one that is just being dropped hears nothing more.
    unplugged: (response) => response.destroy(),
  };

  return createServer((request, response) => {
    understand(request, count).then(
      (understood) => answers[fault()](response, understood),
      () => response.destroy(),
    );
  });
}

async function understand(request: IncomingMessage, count: number): Promise<RelayRequest> {
  const url = new URL(request.url ?? "/", "http://board");
  if (request.method === "GET" && url.pathname === "/state.xml") return stateRequest(url.searchParams, count);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (request.method === "POST" && url.pathname === "/rpc") return rpcRequest(text, count);
  return unanswerable({ status: 404, type: "text/plain", text: "There is nothing here." });
}

function send(response: ServerResponse, { status, type, text }: BoardAnswer): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}
