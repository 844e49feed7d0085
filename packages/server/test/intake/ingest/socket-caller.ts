import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { ownPassword, type TestServer } from "../../test-server.ts";
import { poll } from "./ingest-site.ts";

/** Calls a server through real sockets, as the signed-in admin: each call has a connection, which the test may drop. */
export async function socketCaller({ app, call, login }: TestServer) {
  // The first call changes the one-time password.
  await call("GET /gates");
  const { token } = (await login(ownPassword)).body;
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  return (path: string, body: object = {}) => {
    const text = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const sent = request({ host: "127.0.0.1", port, method: "POST", path: `/api${path}`, headers, agent: false });
    const answer = new Promise<unknown>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
        resolve(JSON.parse(Buffer.concat(parts).toString()));
      });
    });
    answer.catch(() => {});
    sent.end(text);
    return {
      answer,
      /** Disconnects, and waits until the server has noticed. */
      drop: async () => {
        const before = await connections();
        sent.destroy();
        await poll(async () => expect(await connections()).toBeLessThan(before));
      },
    };
  };
}
