import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it, onTestFinished } from "vitest";
import { claimReport, requeueInterrupted } from "../../src/record/reports/jobs/report-job.store.ts";
import { testServer } from "../test-server.ts";

const server = await testServer();
const { body: signedIn } = await server.login("first-password-here");
const { body: session } = await server.call<{ token: string }>(
  "POST /auth/reset-password",
  { body: { password: "a password of my own" } },
  signedIn.token,
);
const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });

/** Reads the stream until a frame names the topic. */
async function follow(token: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const until = async (text: string) => {
    let heard = "";
    while (!heard.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return `${heard}[end]`;
      heard += value;
    }
    return heard;
  };
  return { status: response.status, until };
}

describe("the live stream", () => {
  it("NAV-5 announces immediately that a module was switched", async () => {
    const live = await follow(session.token);
    await live.until("alive");
    await server.call(
      "PUT /configs/module-activation-status",
      { body: { ...everyModule(false), EPLD: true } },
      session.token,
    );
    expect(await live.until('"module_activation"')).toContain("event: changed");
  });

  it("NAV-5 announces to a new reader what changed while its first page was loaded", async () => {
    await server.call("PUT /configs/module-activation-status", { body: everyModule(false) }, session.token);
    const live = await follow(session.token);
    expect(await live.until('"module_activation"')).toContain("event: recent");
  });

  it("announces no table whose rows stayed the same", async () => {
    const live = await follow(session.token);
    await live.until("alive");
    await claimReport(server.services.db);
    await server.services.db.transaction().execute((tx) => requeueInterrupted(tx, server.clock.now()));
    await server.services.db.deleteFrom("gates").where("id", "=", 0).execute();
    await server.call("PUT /configs/module-activation-status", { body: everyModule(true) }, session.token);
    const heard = await live.until('"module_activation"');
    expect(heard).not.toContain("report_jobs");
    expect(heard).not.toContain("gates");
  });

  it("requires sign-in", async () => {
    expect((await follow("nobody")).status).toBe(401);
  });

  it("ends with its session", async () => {
    const live = await follow(session.token);
    await live.until("alive");
    await server.call("POST /auth/logout", {}, session.token);
    expect(await live.until("this never comes")).toContain("[end]");
  });
});
