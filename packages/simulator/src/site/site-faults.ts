import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import { findLoopInput } from "../plan/hardware-plan.ts";
import type { ScenarioContext } from "../scenarios/scenario.ts";

interface FaultDependencies {
  board(name: string): RelayBoard;
  readonly devices: readonly SimulatedDevice[];
  readonly external: ExternalSystems;
  setDatabaseSlow(isSlow: boolean): Promise<void>;
}

type SiteFaults = Pick<
  ScenarioContext,
  "setBoardFault" | "setLoopStuck" | "setSlotRenamed" | "setExternalDown" | "mygateVehicles" | "setDatabaseSlow"
>;

const loop = "entry-loop";
const renamed = { device: "deck-watch", camera: "11", slot: "1", name: "A1", otherName: "A1 north" };

/** What a scenario can break on the site. */
export function createSiteFaults({ board, devices, external, setDatabaseSlow }: FaultDependencies): SiteFaults {
  return {
    setDatabaseSlow,
    setBoardFault: (name, fault) => board(name).setFault(fault),
    setLoopStuck: (isStuck) => {
      const wire = findLoopInput(loop);
      if (wire) board(wire.board).inputs.setStuck(wire.input, isStuck);
    },
    setSlotRenamed: (isRenamed) => {
      const device = devices.find(({ plan }) => plan.name === renamed.device);
      const camera = device?.cameras.find(({ id }) => id === renamed.camera);
      const slot = camera?.slots.find(({ id }) => id === renamed.slot);
      if (slot) slot.name = isRenamed ? renamed.otherName : renamed.name;
    },
    setExternalDown: (isDown) => external.setFault(isDown ? "unavailable" : "normal"),
    mygateVehicles: () => external.mygate.vehicles().map(({ plate }) => ({ plate, tag: null, type: "CAR" })),
  };
}
