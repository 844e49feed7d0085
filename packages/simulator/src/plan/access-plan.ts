import type { VehicleStatus } from "./vehicle-plan.ts";

export type AreaName = "site" | "deck";

/** An area of the site. */
export interface AreaPlan {
  readonly name: AreaName;
  readonly label: string;
  readonly parent: AreaName | null;
  /** Null: never full. */
  readonly capacity: number | null;
}

/** How many vehicles the site has room for. */
export const siteCapacity = 260;

/** How many places the visitors’ deck has; few, so that it fills within a minute. */
export const deckCapacity = 8;

/** How many residents are admitted to the full deck. */
export const residentsOnFullDeck = 3;

/** The areas, outer ones first. */
export const areaPlans: readonly AreaPlan[] = [
  { name: "site", label: "Lakeview site", parent: null, capacity: siteCapacity },
  { name: "deck", label: "Visitors’ deck", parent: "site", capacity: deckCapacity },
];

/** The groups and the vehicles that belong to them. */
const groups = {
  Residents: "resident",
  Staff: "staff",
  Contractors: "contractor",
  Visitors: "guest",
  Deliveries: "delivery",
} as const satisfies Record<string, VehicleStatus>;

export type GroupName = keyof typeof groups;

export const groupNames = Object.keys(groups) as readonly GroupName[];

/** The group of a vehicle; empty if it has none. */
export const findGroup = (status: VehicleStatus): GroupName | "" =>
  groupNames.find((name) => groups[name] === status) ?? "";

/** A schedule of the site; a closed holiday replaces the windows of its weekday. */
export interface SchedulePlan {
  readonly name: string;
  readonly windows: readonly { readonly days: number[]; readonly from: string; readonly to: string }[];
  readonly isClosedOnHolidays: boolean;
}

const weekdays = [1, 2, 3, 4, 5];

export const schedulePlans = {
  contractors: {
    name: "Contractors’ hours",
    windows: [{ days: [...weekdays, 6], from: "06:00", to: "18:00" }],
    isClosedOnHolidays: true,
  },
  deliveries: {
    name: "Delivery hours",
    windows: [
      { days: weekdays, from: "07:00", to: "20:00" },
      { days: [6], from: "08:00", to: "14:00" },
    ],
    isClosedOnHolidays: true,
  },
  nights: {
    name: "Nights",
    windows: [{ days: [...weekdays, 6, 7], from: "22:00", to: "05:00" }],
    isClosedOnHolidays: false,
  },
} as const satisfies Record<string, SchedulePlan>;

/** Public holidays as month and day. */
const holidays = ["01-01", "01-26", "05-01", "08-15", "10-02", "12-25"];

/** The dates of the holidays of last year, this year and the next. */
export function listHolidays(now: Date): string[] {
  const year = now.getUTCFullYear();
  return [year - 1, year, year + 1].flatMap((one) => holidays.map((day) => `${one}-${day}`));
}

/** A rule of the site. The order of rules does not matter. */
export interface RulePlan {
  readonly name: string;
  readonly effect: "allow" | "deny";
  /** Null: everyone with a valid identifier or reservation. */
  readonly group: GroupName | null;
  /** Names of gates; none: all. */
  readonly gates: readonly string[];
  readonly area?: AreaName;
  readonly direction: "N" | "X" | null;
  /** Without one: always. */
  readonly schedule?: keyof typeof schedulePlans;
  readonly antiPassback?: "soft" | "hard";
  readonly quota?: number;
  readonly mode?: "shadow";
}

/**
 * The rules. Valid vehicles may use the main and the visitors’ entry at any time and may always leave; the service gate
 * is for groups.
 */
export const rulePlans: readonly RulePlan[] = [
  {
    name: "Everyone valid at the main and visitors’ entries",
    effect: "allow",
    group: null,
    gates: ["main-entry", "visitors-entry"],
    direction: "N",
  },
  { name: "Everyone may leave", effect: "allow", group: null, gates: [], direction: "X" },
  { name: "Residents at all gates", effect: "allow", group: "Residents", gates: [], direction: null },
  {
    name: "Residents on the full deck",
    effect: "allow",
    group: "Residents",
    gates: [],
    area: "deck",
    direction: "N",
    quota: residentsOnFullDeck,
  },
  { name: "Staff at all gates", effect: "allow", group: "Staff", gates: [], direction: null, antiPassback: "soft" },
  {
    name: "Contractors in working hours",
    effect: "allow",
    group: "Contractors",
    gates: ["service-gate"],
    direction: "N",
    schedule: "contractors",
  },
  {
    name: "Contractors use the service gate",
    effect: "deny",
    group: "Contractors",
    gates: ["main-entry", "visitors-entry"],
    direction: "N",
  },
  {
    name: "Deliveries at the service gate",
    effect: "allow",
    group: "Deliveries",
    gates: ["service-gate"],
    direction: "N",
    schedule: "deliveries",
  },
  {
    name: "No visitors at night (trial)",
    effect: "deny",
    group: "Visitors",
    gates: ["visitors-entry"],
    direction: "N",
    schedule: "nights",
    mode: "shadow",
  },
];
