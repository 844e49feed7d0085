import { afterAll, describe, expect, it } from "vitest";
import type { LiveState } from "../../src/control-page/live-elements.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { loadView, postAction } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, timeScale: 0.01 });
const fake = await startFakeGatehouse(site);
afterAll(async () => {
  await site.close();
  await fake.close();
});

describe("the control page", () => {
  it("shows the barrier of every gate", async () => {
    const { relays } = site.board("main-board");
    relays.receive({ relay: 1, action: "close", pulseMs: null, isExecuted: true });
    const page = await (await fetch(site.controlUrl)).text();
    expect(page).toContain('data-live="arm:main-entry" data-state="up"');
    expect(page).toContain('data-live="arm:main-exit" data-state="down"');
    relays.reset();
    expect((await loadView<LiveState>(site.controlUrl, "/live")).state["arm:main-entry"]).toBe("down");
  });

  it("escapes text from devices and people", async () => {
    await postAction(site.controlUrl, "/cars/read", { gate: "main-entry", plate: "<b>&" });
    expect((await loadView<LiveState>(site.controlUrl, "/live")).html.activity).toContain("&lt;b&gt;&amp;");
  });

  it("has a section for the external systems", async () => {
    const page = await (await fetch(site.controlUrl)).text();
    expect(page).toContain("MyGate and the cloud");
  });
});
