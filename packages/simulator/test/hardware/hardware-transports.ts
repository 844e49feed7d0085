import { connect } from "node:net";
import type { FieldTransports, RelayHttp, TcpResult, TcpTransport } from "@gatehouse/drivers/field-transport";

const tcp =
  (patienceMs: number): TcpTransport =>
  ({ host, port, bytes, isWhole }) =>
    new Promise((resolve) => {
      let received = Buffer.alloc(0);
      let isSent = false;
      const socket = connect({ host, port });
      const end = (result: TcpResult) => {
        clearTimeout(timer);
        socket.destroy();
        resolve(result);
      };
      const timer = setTimeout(() => end({ ok: false, isSent, detail: "too late" }), patienceMs);
      socket.on("error", (error) => end({ ok: false, isSent, detail: error.message }));
      socket.on("close", () => end({ ok: false, isSent, detail: "closed" }));
      socket.on("connect", () => {
        isSent = true;
        socket.write(bytes);
      });
      socket.on("data", (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (isWhole?.(received)) end({ ok: true, received });
      });
    });

const http =
  (patienceMs: number): RelayHttp =>
  async ({ method, host, port, path, body }) => {
    try {
      const answer = await fetch(`http://${host}:${port}${path}`, {
        method,
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { ok: true, status: answer.status, text: await answer.text() };
    } catch (error) {
      return { ok: false, isSent: true, detail: (error as Error).message };
    }
  };

/** Ways to boards and signs for tests, with as much patience as a busy machine needs, or as little as one that hangs. */
export const fieldTransports = (patienceMs = 4_500): FieldTransports => ({
  tcp: tcp(patienceMs),
  http: http(patienceMs),
});
