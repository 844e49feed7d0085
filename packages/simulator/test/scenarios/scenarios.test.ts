import { afterAll, describe, expect, it } from "vitest";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import { deckCapacity, residentsOnFullDeck } from "../../src/plan/access-plan.ts";
import { residents } from "../../src/plan/vehicle-plan.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { type ScenarioName, scenarioNames, scenarios } from "../../src/scenarios/registry.ts";
import type { ScenarioContext } from "../../src/scenarios/scenario.ts";
import type { Visit } from "../../src/traffic/traffic.ts";
import { loadView, postAction } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

/** Runs a scenario for some rounds; `random` replaces every random number, `admits` the decision about a visit. */
async function runScenario(
  name: ScenarioName,
  rounds: number,
  random: number,
  admits: (visit: Visit, earlier: readonly Visit[]) => boolean = () => true,
) {
  const visits: Visit[] = [];
  const faults: HardwareFault[] = [];
  const onSite = new Set<string>();
  const broken: string[] = [];
  let pauses = 0;
  const context: ScenarioContext = {
    driveUp: async (visit) => {
      const isAdmitted = admits(visit, visits);
      visits.push(visit);
      if (isAdmitted && visit.gate === "visitors-entry") onSite.add(visit.vehicle.plate);
      if (isAdmitted && visit.gate === "main-exit") onSite.delete(visit.vehicle.plate);
      return isAdmitted ? "passed" : "turned away";
    },
    queueLength: () => 0,
    inside: () => residents.slice(0, 3),
    isOnSite: (plate) => onSite.has(plate),
    passSpeedCamera: async () => {},
    passHallCamera: async () => {},
    changeBay: async () => {},
    setBoardFault: async (_, fault) => void faults.push(fault),
    setLoopStuck: (isStuck) => void broken.push(`loop ${isStuck}`),
    setSlotRenamed: (isRenamed) => void broken.push(`slot ${isRenamed}`),
    setExternalDown: (isDown) => void broken.push(`external ${isDown}`),
    mygateVehicles: () => [{ plate: "MH 14 AA 1037", tag: null, type: "CAR" }],
    setDatabaseSlow: async (isSlow) => void broken.push(`database ${isSlow}`),
    pick: (list) => list[0] as (typeof list)[number],
    chance: (probability) => random < probability,
    randomBetween: (min) => min,
    pause: async () => {
      pauses += 1;
    },
    isStopped: () => pauses >= rounds,
  };
  await scenarios[name].run(context);
  return { visits, faults, broken };
}

describe("a scenario", () => {
  it.each(scenarioNames)("%s sends cars until it is stopped", async (name) => {
    expect((await runScenario(name, 4, 0.9)).visits.length).toBeGreaterThanOrEqual(4);
  });

  it("sends arrivals and departures", async () => {
    const departure = await runScenario("morning-rush", 1, 0.3);
    const arrival = await runScenario("morning-rush", 1, 0.9);
    expect([departure.visits[0]?.gate, arrival.visits[0]?.gate]).toEqual(["main-exit", "main-entry"]);
  });

  it.each([
    ["stuck-loop", "loop"],
    ["renamed-slot", "slot"],
    ["mygate-down", "external"],
    ["slow-database", "database"],
  ] as const)("DEMO-2 %s repairs what it broke when it stops", async (name, part) => {
    expect((await runScenario(name, 2, 0.9)).broken).toEqual([`${part} true`, `${part} false`]);
  });

  it("RULE-5 full-deck fills the deck with visitors, then sends residents, and lets everyone leave", async () => {
    const isResident = ({ vehicle }: Visit) => residents.some(({ plate }) => plate === vehicle.plate);
    let inside = 0;
    const { visits } = await runScenario("full-deck", 40, 0.9, (visit) => {
      if (visit.gate === "main-exit") inside -= 1;
      else if (inside < deckCapacity || (isResident(visit) && inside < deckCapacity + residentsOnFullDeck)) inside += 1;
      else return false;
      return true;
    });
    const round = visits.map((visit) =>
      visit.gate === "main-exit" ? "leaves" : isResident(visit) ? "resident" : "visitor",
    );
    const repeat = (text: string, times: number) => Array.from({ length: times }, () => text);
    expect(round.slice(0, 25)).toEqual([
      ...repeat("visitor", deckCapacity),
      ...repeat("resident", residentsOnFullDeck),
      "visitor",
      "resident",
      "leaves",
      "visitor",
      ...repeat("leaves", deckCapacity + residentsOnFullDeck - 1),
    ]);
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
    await start("morning-rush");
    expect(await loadRunning()).toBe("morning-rush");
    await expect.poll(() => fake.received.length).toBeGreaterThan(0);
    await postAction(site.controlUrl, "/scenario/stop");
    expect(await loadRunning()).toBeNull();
    expect((await start("armageddon")).status).toBe(400);
  });

  it.each([
    ["stuck-loop", () => site.board("main-board").inputs.isStuck(5), true, false],
    ["renamed-slot", () => site.device("deck-watch").cameras[0]?.slots[0]?.name, "A1 north", "A1"],
    ["mygate-down", () => site.external.fault(), "unavailable", "normal"],
  ] as const)("DEMO-2 %s breaks its part of the site until it is stopped", async (name, look, broken, repaired) => {
    await start(name);
    await expect.poll((): unknown => look()).toBe(broken);
    await postAction(site.controlUrl, "/scenario/stop");
    expect(look()).toBe(repaired);
  });
});
