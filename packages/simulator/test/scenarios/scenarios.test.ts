import { afterAll, describe, expect, it } from "vitest";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import { residents } from "../../src/plan/vehicle-plan.ts";
import { type ScenarioName, scenarioNames, scenarios } from "../../src/scenarios/registry.ts";
import type { ScenarioContext } from "../../src/scenarios/scenario.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import type { Visit } from "../../src/traffic/traffic.ts";
import { loadView, postAction } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

/** Runs a scenario for some rounds; `random` replaces every random number. */
async function runScenario(name: ScenarioName, rounds: number, random: number) {
  const visits: Visit[] = [];
  const faults: HardwareFault[] = [];
  let pauses = 0;
  const context: ScenarioContext = {
    driveUp: async (visit) => {
      visits.push(visit);
      return "passed";
    },
    queueLength: () => 0,
    inside: () => residents.slice(0, 3),
    isOnSite: () => false,
    passSpeedCamera: async () => {},
    passHallCamera: async () => {},
    setBoardFault: async (_, fault) => void faults.push(fault),
    pick: (list) => list[0] as (typeof list)[number],
    chance: (probability) => random < probability,
    randomBetween: (min) => min,
    pause: async () => {
      pauses += 1;
    },
    isStopped: () => pauses >= rounds,
  };
  await scenarios[name].run(context);
  return { visits, faults };
}

describe("a scenario", () => {
  it.each(scenarioNames)("%s sends cars until it is stopped", async (name) => {
    expect((await runScenario(name, 4, 0.9)).visits.length).toBeGreaterThanOrEqual(4);
  });

  it("sends arrivals and departures", async () => {
    const departure = await runScenario("quiet-night", 1, 0.3);
    const arrival = await runScenario("quiet-night", 1, 0.9);
    expect([departure.visits[0]?.gate, arrival.visits[0]?.gate]).toEqual(["main-exit", "main-entry"]);
  });

  it("broken-barrier goes through every hardware fault", async () => {
    const { faults } = await runScenario("broken-barrier", 21, 0.9);
    expect(new Set(faults)).toEqual(new Set(hardwareFaults));
  });

  it("broken-barrier clears the fault when it stops", async () => {
    expect((await runScenario("broken-barrier", 1, 0.9)).faults).toEqual(["hangs", "normal"]);
  });
});

describe("the scenario runner", () => {
  let site: Awaited<ReturnType<typeof startSimulatedSite>>;
  let fake: Awaited<ReturnType<typeof startFakeGatehouse>>;
  const start = (scenario: string) => postAction(site.controlUrl, "/scenario/start", { scenario });
  const loadRunning = async () => (await loadView<{ running: string | null }>(site.controlUrl, "/scenario")).running;
  afterAll(async () => {
    await site.close();
    await fake.close();
  });

  it("runs one scenario at a time until it is stopped, and rejects an unknown one", async () => {
    site = await startSimulatedSite({ ports: { first: 0 }, timeScale: 0.01 });
    fake = await startFakeGatehouse(site);
    await start("quiet-night");
    await start("rush-hour");
    expect(await loadRunning()).toBe("rush-hour");
    await expect.poll(() => fake.received.length).toBeGreaterThan(0);
    await postAction(site.controlUrl, "/scenario/stop");
    expect(await loadRunning()).toBeNull();
    expect((await start("armageddon")).status).toBe(400);
  });
});
