import type { VendorCode } from "@gatehouse/contract/vendors/registry";
import { residents, strangers } from "./vehicle-plan.ts";

/** A parking slot in front of a simulated camera. */
export interface Slot {
  id: string;
  name: string;
}

/** A simulated camera; plates pass in front of it, or cars stand in its slots. */
export interface Camera {
  id: string;
  name: string;
  slots: Slot[];
  plates: readonly string[];
}

/** What a simulated device is when it is switched on. */
export interface DevicePlan {
  /** How the control calls name it. */
  readonly name: string;
  readonly vendor: VendorCode;
  readonly label: string;
  /** The module that it is registered under. */
  readonly scope: "osd" | "epld" | "cc" | "anpr-ac";
  readonly apiBasepath: string;
  readonly hasDashboard: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Its pages refuse to be shown inside others, as some real ones do. */
  readonly refusesFrames?: true;
  readonly cameras: readonly Camera[];
}

const plates = [...residents.slice(0, 4), ...strangers.slice(0, 1)].map(({ plate }) => plate);

const gate = (id: string, name: string): Camera => ({ id, name, slots: [], plates });

const deck = (id: string, name: string, letter: string, count: number): Camera => ({
  id,
  name,
  slots: Array.from({ length: count }, (_, index) => ({ id: `${index + 1}`, name: `${letter}${index + 1}` })),
  plates: [],
});

const plain = { apiBasepath: "", hasDashboard: false, cameras: [] };

/** The devices of the simulated site: each vendor, and each module that has devices. */
export const sitePlan: readonly DevicePlan[] = [
  {
    ...plain,
    name: "main-gate",
    vendor: "uncanny",
    label: "Main gate plates",
    scope: "anpr-ac",
    hasDashboard: true,
    cameras: [gate("1", "Main entry"), gate("2", "Main exit"), gate("3", "Visitors’ entry")],
  },
  {
    ...plain,
    name: "deck-watch",
    vendor: "uncanny",
    label: "Parking deck",
    scope: "epld",
    hasDashboard: true,
    cameras: [deck("11", "Deck 1 east", "A", 6), deck("12", "Deck 1 west", "B", 8), deck("13", "तल २", "C", 5)],
  },
  {
    ...plain,
    name: "speed-watch",
    vendor: "uncanny",
    label: "Ring road speed",
    scope: "osd",
    hasDashboard: true,
    refusesFrames: true,
    cameras: [gate("21", "Ring road north"), gate("22", "Ring road south")],
  },
  {
    ...plain,
    name: "ramp-count",
    vendor: "uncanny",
    label: "Ramp counters",
    scope: "cc",
    hasDashboard: true,
    cameras: [gate("31", "Ramp up"), gate("32", "Ramp down")],
  },
  { ...plain, name: "entrance-count", vendor: "bosch", label: "Entrance hall", scope: "cc" },
  { ...plain, name: "exit-plates", vendor: "carrida", label: "Exit plates", scope: "anpr-ac" },
  { ...plain, name: "basement-slots", vendor: "pz_qube", label: "Basement slots", scope: "epld" },
  {
    ...plain,
    name: "service-gate",
    vendor: "generic",
    label: "Service gate",
    scope: "anpr-ac",
    apiBasepath: "/api/v1",
    credentials: { username: "gatehouse", password: "open-sesame" },
    cameras: [gate("dock-1", "Loading dock"), gate("dock-2", "Lieferanten-Tor Süd")],
  },
];

/** A controller with slot sensors, which a person enters by hand; it belongs to the device that speaks for it. */
export interface SlotControllerPlan {
  readonly device: string;
  readonly uid: string;
  readonly label: string;
  readonly mac: string;
  readonly slots: number;
}

/** The slot controllers. */
export const slotControllerPlans: readonly SlotControllerPlan[] = [
  { device: "basement-slots", uid: "1", label: "Basement north", mac: "02:00:5e:10:00:01", slots: 12 },
  { device: "basement-slots", uid: "2", label: "Basement south", mac: "02:00:5e:10:00:02", slots: 10 },
];

/** A camera whose device does not report it, so that a person enters it. */
export interface HandEnteredCamera {
  readonly device: string;
  readonly scope: "cc" | "anpr-ac";
  readonly uid: string;
  readonly label: string;
  readonly port: number;
  readonly direction: "N" | "X";
}

/** The cameras that a person enters. */
export const handEnteredCameras: readonly HandEnteredCamera[] = [
  { device: "entrance-count", scope: "cc", uid: "1", label: "Entrance hall in", port: 14_101, direction: "N" },
  { device: "entrance-count", scope: "cc", uid: "2", label: "Entrance hall out", port: 14_102, direction: "X" },
  { device: "exit-plates", scope: "anpr-ac", uid: "1", label: "Second exit", port: 14_103, direction: "X" },
];

/** An RFID reader or a loop of the simulated site; both tell Gatehouse by themselves. */
export interface SensorPlan {
  /** How the control calls name it. */
  readonly name: string;
  readonly kind: "reader" | "loop";
  readonly label: string;
  readonly uid: string;
  readonly direction: "N" | "X";
}

/** The readers and loops. */
export const sensorPlans: readonly SensorPlan[] = [
  { name: "entry-reader", kind: "reader", label: "Main entry reader", uid: "R1", direction: "N" },
  { name: "exit-reader", kind: "reader", label: "Main exit reader", uid: "R2", direction: "X" },
  { name: "entry-loop", kind: "loop", label: "Main entry loop", uid: "L1", direction: "N" },
  { name: "exit-loop", kind: "loop", label: "Main exit loop", uid: "L2", direction: "X" },
];
