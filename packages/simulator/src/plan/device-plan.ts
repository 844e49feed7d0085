import type { VendorCode } from "@gatehouse/contract/vendors";
import { residents, unknownVehicles } from "./vehicle-plan.ts";

/** A parking slot that a simulated camera watches. */
export interface Slot {
  id: string;
  name: string;
}

/** A simulated camera; it reads plates or watches slots. */
export interface Camera {
  id: string;
  name: string;
  slots: Slot[];
  plates: readonly string[];
}

/** A simulated device in its initial state. */
export interface DevicePlan {
  /** Name in the control API. */
  readonly name: string;
  readonly vendor: VendorCode;
  readonly label: string;
  /** The module under which it is registered. */
  readonly scope: "osd" | "epld" | "cc" | "anpr-ac";
  readonly apiBasepath: string;
  readonly hasDashboard: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Its pages send `x-frame-options`, as those of some real devices do. */
  readonly deniesFraming?: true;
  readonly cameras: readonly Camera[];
}

const plates = [...residents.slice(0, 4), ...unknownVehicles.slice(0, 1)].map(({ plate }) => plate);

const createPlateCamera = (id: string, name: string): Camera => ({ id, name, slots: [], plates });

const createSlotCamera = (id: string, name: string, letter: string, count: number): Camera => ({
  id,
  name,
  slots: Array.from({ length: count }, (_, index) => ({ id: `${index + 1}`, name: `${letter}${index + 1}` })),
  plates: [],
});

const defaults = { apiBasepath: "", hasDashboard: false, cameras: [] };

/** The devices of the simulated site; every vendor and every module with devices is covered. */
export const devicePlans: readonly DevicePlan[] = [
  {
    ...defaults,
    name: "main-gate",
    vendor: "uncanny",
    label: "Main gate plates",
    scope: "anpr-ac",
    hasDashboard: true,
    cameras: [
      createPlateCamera("1", "Main entry"),
      createPlateCamera("2", "Main exit"),
      createPlateCamera("3", "Visitors’ entry"),
    ],
  },
  {
    ...defaults,
    name: "deck-watch",
    vendor: "uncanny",
    label: "Parking deck",
    scope: "epld",
    hasDashboard: true,
    cameras: [
      createSlotCamera("11", "Deck 1 east", "A", 6),
      createSlotCamera("12", "Deck 1 west", "B", 8),
      createSlotCamera("13", "तल २", "C", 5),
    ],
  },
  {
    ...defaults,
    name: "speed-watch",
    vendor: "uncanny",
    label: "Ring road speed",
    scope: "osd",
    hasDashboard: true,
    deniesFraming: true,
    cameras: [createPlateCamera("21", "Ring road north"), createPlateCamera("22", "Ring road south")],
  },
  {
    ...defaults,
    name: "ramp-count",
    vendor: "uncanny",
    label: "Ramp counters",
    scope: "cc",
    hasDashboard: true,
    cameras: [createPlateCamera("31", "Ramp up"), createPlateCamera("32", "Ramp down")],
  },
  { ...defaults, name: "entrance-count", vendor: "bosch", label: "Entrance hall", scope: "cc" },
  { ...defaults, name: "exit-plates", vendor: "carrida", label: "Exit plates", scope: "anpr-ac" },
  { ...defaults, name: "basement-slots", vendor: "pz_qube", label: "Basement slots", scope: "epld" },
  {
    ...defaults,
    name: "service-gate",
    vendor: "generic",
    label: "Service gate",
    scope: "anpr-ac",
    apiBasepath: "/api/v1",
    credentials: { username: "gatehouse", password: "open-sesame" },
    cameras: [createPlateCamera("dock-1", "Loading dock"), createPlateCamera("dock-2", "Lieferanten-Tor Süd")],
  },
];

/** A controller with slot sensors; it is registered manually and reports through its device. */
export interface SlotControllerPlan {
  readonly device: string;
  readonly uid: string;
  readonly label: string;
  readonly mac: string;
  readonly slots: number;
}

export const slotControllerPlans: readonly SlotControllerPlan[] = [
  { device: "basement-slots", uid: "1", label: "Basement north", mac: "02:00:5e:10:00:01", slots: 12 },
  { device: "basement-slots", uid: "2", label: "Basement south", mac: "02:00:5e:10:00:02", slots: 10 },
];

/** A camera that its device does not report, so it is registered manually. */
export interface ManualCamera {
  readonly device: string;
  readonly scope: "cc" | "anpr-ac";
  readonly uid: string;
  readonly label: string;
  readonly port: number;
  readonly direction: "N" | "X";
}

/** The manually registered cameras. */
export const manualCameras: readonly ManualCamera[] = [
  { device: "entrance-count", scope: "cc", uid: "1", label: "Entrance hall in", port: 14_101, direction: "N" },
  { device: "entrance-count", scope: "cc", uid: "2", label: "Entrance hall out", port: 14_102, direction: "X" },
  { device: "exit-plates", scope: "anpr-ac", uid: "1", label: "Second exit", port: 14_103, direction: "X" },
];

/** A loop detector; it pushes its events to Gatehouse. */
export interface SensorPlan {
  /** Name in the control API. */
  readonly name: string;
  readonly label: string;
  readonly uid: string;
  readonly direction: "N" | "X";
}

/** An RFID reader; Gatehouse connects to it. */
export interface ReaderPlan extends SensorPlan {
  readonly driver: "llrp" | "line-tcp";
}

/** The loop detectors. */
export const loopPlans: readonly SensorPlan[] = [
  { name: "entry-loop", label: "Main entry loop", uid: "L1", direction: "N" },
  { name: "exit-loop", label: "Main exit loop", uid: "L2", direction: "X" },
];

/** The RFID readers. */
export const readerPlans: readonly ReaderPlan[] = [
  { name: "entry-reader", label: "Main entry reader", uid: "R1", direction: "N", driver: "llrp" },
  { name: "exit-reader", label: "Main exit reader", uid: "R2", direction: "X", driver: "line-tcp" },
];
