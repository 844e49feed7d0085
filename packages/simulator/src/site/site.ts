import type { BayOccupancy } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import type { GatehouseLink } from "../gatehouse/gatehouse-link.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { SimulatedSign } from "../hardware/sign.ts";
import type { SimulatedReader } from "../hardware/simulated-reader.ts";
import type { MediaServer } from "../media/media-server.ts";
import type { SiteActivity } from "./site-activity.ts";

/** The running parts of a simulated site, which the control API and its page act on. */
export interface Site extends SiteActivity {
  readonly devices: readonly SimulatedDevice[];
  readonly boards: readonly RelayBoard[];
  readonly signs: readonly SimulatedSign[];
  readonly readers: readonly SimulatedReader[];
  readonly external: ExternalSystems;
  readonly media: MediaServer;
  readonly gatehouse: GatehouseLink;
  readonly occupancy: BayOccupancy;
  /** The part with this name; throws if there is none. */
  device(name: string): SimulatedDevice;
  board(name: string): RelayBoard;
  sign(name: string): SimulatedSign;
  hardware(name: string): RelayBoard | SimulatedSign | SimulatedReader;
}
