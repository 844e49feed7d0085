import { afterAll, describe, expect, it, vi } from "vitest";
import type { Live } from "../../src/control-page/live-elements.ts";
import { type BoardFault, boardFaults } from "../../src/hardware/hardware-fault.ts";
import { residents } from "../../src/plan/vehicle-plan.ts";
import { type WorldName, worldNames, worlds } from "../../src/scenarios/registry.ts";
import type { Stage } from "../../src/scenarios/scenario.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import type { Visit } from "../../src/traffic/traffic.ts";
import { ask, play } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

/** Plays a world for some turns on a stage where chance does what it is told. */
async function playing(world: WorldName, turns: number, chance: number) {
  const visits: Visit[] = [];
  const faults: BoardFault[] = [];
  let pauses = 0;
  const stage: Stage = {
    driveUp: async (visit) => {
      visits.push(visit);
      return "passed";
    },
    queueAt: () => 0,
    inside: () => residents.slice(0, 3),
    isHere: () => false,
    driveBy: async () => {},
    passHall: async () => {},
    behave: async (_, fault) => void faults.push(fault),
    pick: (list) => list[0] as (typeof list)[number],
    happens: (likelihood) => chance < likelihood,
    between: (least) => least,
    pause: async () => {
      pauses += 1;
    },
    isOver: () => pauses >= turns,
  };
  await worlds[world].play(stage);
  return { visits, faults };
}

describe("a world", () => {
  it.each(worldNames)("%s sends cars until it is over", async (world) => {
    expect((await playing(world, 4, 0.9)).visits.length).toBeGreaterThanOrEqual(4);
  });

  it("lets cars leave as well as come", async () => {
    const leaving = await playing("quiet-night", 1, 0.3);
    const coming = await playing("quiet-night", 1, 0.9);
    expect([leaving.visits[0]?.gate, coming.visits[0]?.gate]).toEqual(["main-exit", "main-entry"]);
  });

  it("breaks the main barrier in every way", async () => {
    const { faults } = await playing("broken-barrier", 18, 0.9);
    expect(new Set(faults)).toEqual(new Set(boardFaults));
  });

  it("mends the barrier that it broke when it is over", async () => {
    expect((await playing("broken-barrier", 1, 0.9)).faults).toEqual(["hangs", "normal"]);
  });
});

describe("the control", () => {
  let site: Awaited<ReturnType<typeof startSimulatedSite>>;
  let fake: Awaited<ReturnType<typeof startFakeGatehouse>>;
  const start = (world: string) => play(site.controlUrl, "/world/play", { world });
  const current = async () => (await ask<{ playing: string | null }>(site.controlUrl, "/world")).playing;

  it("plays one world at a time until it is stopped, and none that it does not know", async () => {
    site = await startSimulatedSite({ ports: { first: 0 }, pace: 0.01 });
    fake = await startFakeGatehouse(site, ["main-gate", "entry-reader"]);
    await start("quiet-night");
    await start("rush-hour");
    expect(await current()).toBe("rush-hour");
    await vi.waitFor(() => expect(fake.received.length).toBeGreaterThan(0));
    await play(site.controlUrl, "/world/stop");
    expect(await current()).toBeNull();
    expect((await start("armageddon")).status).toBe(400);
  });

  it("draws every gate as it stands", async () => {
    const { relays } = site.board("main-board");
    relays.take({ relay: 1, does: "close", pulseMs: null, isObeyed: true });
    const page = await (await fetch(site.controlUrl)).text();
    expect(page).toContain('data-live="arm:main-entry" data-state="up"');
    expect(page).toContain('data-live="arm:main-exit" data-state="down"');
    relays.reset();
    expect((await ask<Live>(site.controlUrl, "/live")).state["arm:main-entry"]).toBe("down");
  });

  it("escapes what devices and people say", async () => {
    await play(site.controlUrl, "/cars/read", { gate: "main-entry", plate: "<b>&" });
    expect((await ask<Live>(site.controlUrl, "/live")).html.happened).toContain("&lt;b&gt;&amp;");
  });

  afterAll(async () => {
    await site.close();
    await fake.close();
  });
});
