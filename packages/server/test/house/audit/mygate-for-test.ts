import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** Serves an empty MyGate on loopback and returns its address. Call it at the file's top level. */
export async function serveMygate(): Promise<string> {
  const mygate = createServer((_, response) => void response.end(JSON.stringify({ timestamp: 1, all: [] }))).listen(
    0,
    "127.0.0.1",
  );
  await once(mygate, "listening");
  afterAll(() => void mygate.close());
  return `http://127.0.0.1:${(mygate.address() as AddressInfo).port}/`;
}
