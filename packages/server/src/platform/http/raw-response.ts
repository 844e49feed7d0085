import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@gatehouse/contract/errors";
import { httpError } from "./http-error.ts";

/** Sends an error on a connection whose request never reached Fastify, and closes it. */
export function sendRawError(socket: Socket, code: ErrorCode): void {
  if (!socket.writable) return void socket.destroy();
  const { status, body } = httpError(code);
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(json)}`,
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${json}`);
  socket.destroySoon();
}

const clientErrorCodes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request/too-slow",
  HPE_HEADER_OVERFLOW: "request/headers-too-large",
};

/** Handles errors of Node's HTTP parser: headers that are too slow, too large or invalid. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  // The handshake of TLS failed, so nothing can be sent.
  if (/^ERR_(SSL|TLS)_/.test(error.code ?? "")) return void socket.destroy();
  sendRawError(socket, clientErrorCodes[error.code ?? ""] ?? "request/invalid");
}
