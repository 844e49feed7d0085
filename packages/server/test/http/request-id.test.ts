import { Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { createServer } from "../../src/server.ts";
import { testServer } from "../test-server.ts";

const { services } = await testServer();

/** A server whose log is collected, with a call that fails. */
async function loggedServer() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const other = { ...services, log: createLog("info", sink) };
  const app = await createServer(other);
  onTestFinished(() => app.close());
  app.post("/api/broken", () => {
    throw new Error("a bug");
  });
  return { app, lines };
}

describe("the id of a request", () => {
  it.each([
    ["an unexpected error", "/api/broken", 500],
    ["a call without sign-in", "/api/configs", 401],
    ["an unknown path", "/api/nowhere", 404],
  ])("OPSYS-3 is in the answer to %s, in its header and in the log", async (_, url, status) => {
    const { app, lines } = await loggedServer();
    const response = await app.inject({ method: "POST", url, payload: {} });
    const { requestId } = response.json<{ requestId: string }>();
    expect(response.statusCode).toBe(status);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers["x-request-id"]).toBe(requestId);
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ requestId, msg: "answered", path: url, status }));
  });

  it("OPSYS-3 leads to the cause of an unexpected error, which the answer doesn't contain", async () => {
    const { app, lines } = await loggedServer();
    const response = await app.inject({ method: "POST", url: "/api/broken", payload: {} });
    const { requestId } = response.json<{ requestId: string }>();
    expect(response.body).not.toContain("a bug");
    const error = expect.objectContaining({ message: "a bug" });
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ requestId, error }));
  });
});
