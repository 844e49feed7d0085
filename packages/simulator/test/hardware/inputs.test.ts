import { loopDrivers } from "@gatehouse/drivers/loops/registry";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { loadView, postAction } from "../control-client.ts";
import { createHardwareTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
afterAll(() => site.close());
afterEach(() => postAction(site.controlUrl, "/boards/reset"));

const board = site.board("main-board");
const address = { host: "127.0.0.1", port: board.port };
const control = (action: string, fields: Record<string, string>) =>
  postAction(site.controlUrl, `/boards/main-board/${action}`, fields);

/** The inputs that are set: 1 and 2 are the contacts of the entry barrier, 5 is the entry loop. */
async function readInputs(timeoutMs?: number): Promise<number[] | string> {
  const { tcp } = createHardwareTransports(timeoutMs);
  const reading = await loopDrivers["modbus-tcp"].read(address, [1, 2, 3, 4, 5], tcp);
  if (!reading.ok) return "failed";
  return [...reading.isOccupied].filter(([, isSet]) => isSet).map(([input]) => input);
}

const pulse = (relay: number) => {
  board.relays.receive({ relay, action: "pulse", pulseMs: 200, isExecuted: true });
};

describe("the inputs of a simulated board", () => {
  it("LIVE-10 show an arm that is down, moves and is up", async () => {
    expect(await readInputs()).toEqual([2, 4]);
    pulse(1);
    await expect.poll(() => readInputs()).toEqual([4]);
    await expect.poll(() => readInputs()).toEqual([1, 4]);
  });

  it("LIVE-10 show that a stuck arm does not move", async () => {
    await control("set-arm", { relay: "1", fault: "stuck" });
    pulse(1);
    pulse(2);
    await expect.poll(() => readInputs()).toEqual([2, 3]);
  });

  it("LIVE-3 show a car on a loop, and a loop that is stuck", async () => {
    await postAction(site.controlUrl, "/cars/loop", { loop: "entry-loop" });
    expect(await readInputs()).toContain(5);
    await expect.poll(() => readInputs()).not.toContain(5);
    await control("set-loop", { input: "5", fault: "stuck" });
    expect(await readInputs()).toContain(5);
    await control("set-loop", { input: "5", fault: "normal" });
    expect(await readInputs()).not.toContain(5);
  });

  it("LIVE-10 are not read with a fault of the board", async () => {
    const readable: Record<HardwareFault, boolean> = {
      normal: true,
      refuses: true,
      hangs: false,
      "half-frame": false,
      late: false,
      unplugged: false,
      "no-power": false,
    };
    const results: Partial<Record<HardwareFault, boolean>> = {};
    for (const fault of hardwareFaults) {
      await control("set-fault", { fault });
      results[fault] = (await readInputs(readable[fault] ? undefined : 300)) !== "failed";
    }
    expect(results).toEqual(readable);
  });

  it("LIVE-10 lose the relays of a board without power", async () => {
    const relay = { ...address, relayNumber: 7 };
    await relayDrivers["modbus-tcp"].hold(relay, createHardwareTransports());
    await control("set-fault", { fault: "no-power" });
    await control("set-fault", { fault: "normal" });
    const status = await relayDrivers["modbus-tcp"].checkStatus?.([relay], createHardwareTransports());
    expect(status).toMatchObject({ state: "replied", isClosed: new Map([[7, false]]) });
  });

  it("LIVE-10 are listed with their faults in the control API", async () => {
    await control("set-arm", { relay: "2", fault: "stuck" });
    const [view] = await loadView<{ inputs: object[]; relays: { isStuck: boolean | null }[] }[]>(
      site.controlUrl,
      "/boards",
    );
    expect(view?.inputs).toHaveLength(5);
    expect(view?.relays.slice(0, 3).map(({ isStuck }) => isStuck)).toEqual([false, true, null]);
  });
});
