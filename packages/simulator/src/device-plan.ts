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
  readonly vendor: string;
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

const plates = ["MH12 DE 1433", "KA 01 AB 7777", "DL 8C AF 5030", "TN 09 BZ 0042", "GJ 05 RK 9081"];

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
