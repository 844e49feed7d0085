import type { ParkedCars } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { OutsideSystems } from "../external/external-systems.ts";
import type { Gatehouse } from "../gatehouse/gatehouse-link.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { TextSign } from "../hardware/text-sign.ts";
import type { Life } from "./site-activity.ts";

/** Everything that the control plays. */
export interface PlayedSite extends Life {
  readonly devices: readonly SimulatedDevice[];
  readonly boards: readonly RelayBoard[];
  readonly signs: readonly TextSign[];
  readonly outside: OutsideSystems;
  readonly gatehouse: Gatehouse;
  readonly parked: ParkedCars;
  device(name: string): SimulatedDevice;
  board(name: string): RelayBoard;
  sign(name: string): TextSign;
  /** A board or a sign. */
  plugged(name: string): RelayBoard | TextSign;
}
