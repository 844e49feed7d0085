import type { FeedName } from "../feeds/registry.ts";
import type { AreaName } from "./access-plan.ts";
import type { RelayAddress } from "./hardware-plan.ts";

/** A gate of the simulated site and its hardware. */
export interface GatePlan {
  /** Name in the control API. */
  readonly name: string;
  readonly label: string;
  readonly direction: "N" | "X";
  /** Cars pass in both directions; the camera reports which. */
  readonly isBidirectional: boolean;
  readonly camera: {
    readonly device: string;
    readonly id: string;
    /** The format in which it pushes plates. */
    readonly feed: FeedName;
    /** Formats of other manufacturers, in which visits of the scenarios are pushed too. */
    readonly otherFeeds: readonly FeedName[];
  };
  readonly reader: string | null;
  /** Loop detector behind the barrier. */
  readonly loop: string | null;
  readonly barrier: RelayAddress;
  readonly buzzer: RelayAddress | null;
  readonly lamp: RelayAddress;
  readonly sign: string | null;
  /** The areas that it connects, in its own direction; null is outside. */
  readonly areas: { readonly from: AreaName | null; readonly to: AreaName | null };
}

/** Formats that report the direction, for a camera at which cars pass in both directions. */
const withDirection: readonly FeedName[] = ["dahua-event-push", "zhenshi", "milesight", "genetec", "tattile"];
const withoutDirection: readonly FeedName[] = ["unifi-protect", "frigate", "survision", "uniview"];

const main = (relay: number): RelayAddress => ({ board: "main-board", relay, driver: "modbus-tcp" });
const yard = (relay: number, driver: "http-relay" | "http-rpc"): RelayAddress => ({
  board: "yard-board",
  relay,
  driver,
});

/** The gates, in the order of the control page. */
export const gatePlans: readonly GatePlan[] = [
  {
    name: "main-entry",
    label: "Main entry",
    direction: "N",
    isBidirectional: false,
    camera: { device: "main-gate", id: "1", feed: "gatehouse", otherFeeds: withoutDirection },
    reader: "entry-reader",
    loop: "entry-loop",
    barrier: main(1),
    buzzer: main(3),
    lamp: main(5),
    sign: "entry-sign",
    areas: { from: null, to: "site" },
  },
  {
    name: "main-exit",
    label: "Main exit",
    direction: "X",
    isBidirectional: false,
    camera: { device: "main-gate", id: "2", feed: "gatehouse", otherFeeds: withoutDirection },
    reader: "exit-reader",
    loop: "exit-loop",
    barrier: main(2),
    buzzer: main(4),
    lamp: main(6),
    sign: "exit-sign",
    areas: { from: "site", to: null },
  },
  {
    name: "visitors-entry",
    label: "Visitors’ entry",
    direction: "N",
    isBidirectional: false,
    camera: { device: "main-gate", id: "3", feed: "axis", otherFeeds: [] },
    reader: null,
    loop: null,
    barrier: yard(1, "http-rpc"),
    buzzer: null,
    lamp: yard(4, "http-rpc"),
    sign: "visitors-sign",
    areas: { from: null, to: "deck" },
  },
  {
    name: "service-gate",
    label: "Service gate",
    direction: "N",
    isBidirectional: true,
    camera: { device: "service-gate", id: "dock-1", feed: "hikvision", otherFeeds: withDirection },
    reader: null,
    loop: null,
    barrier: yard(2, "http-relay"),
    buzzer: yard(3, "http-relay"),
    lamp: yard(5, "http-relay"),
    sign: null,
    areas: { from: null, to: "site" },
  },
];
