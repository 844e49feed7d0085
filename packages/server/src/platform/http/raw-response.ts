import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FaultCode } from "@gatehouse/contract/errors";
import { refuse } from "./refusal.ts";

/** Answers an error on a connection whose request never reached the web framework, and closes it. */
export function sendRawError(socket: Socket, code: FaultCode): void {
  if (!socket.writable) return void socket.destroy();
  const { status, answer } = refuse(code);
  const body = JSON.stringify(answer);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

const codeOfClientError: Record<string, FaultCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request/too-slow",
  HPE_HEADER_OVERFLOW: "request/headers-too-large",
};

/** Answers what Node's HTTP parser refused: headers that are too slow, too large or not HTTP. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  sendRawError(socket, codeOfClientError[error.code ?? ""] ?? "request/invalid");
}
