import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { createRandom, type Random } from "./random.ts";

/** Who drives a vehicle; `unknown` is not registered. */
export type DriverKind = "resident" | "staff" | "contractor" | "visitor" | "unknown";

export interface PastVehicle {
  readonly plate: string;
  readonly kind: DriverKind;
}

/** A read of a plate at a gate. */
export interface PastPassage {
  readonly plate: string;
  readonly direction: "N" | "X";
  /** The place of the gate among the gates of its direction. */
  readonly gate: number;
  readonly at: Date;
}

/** What is generated. */
export interface PastTrafficOptions {
  /** The same seed gives the same traffic. */
  readonly seed: number;
  /** Midnight of the first day at the site. */
  readonly start: Date;
  readonly days: number;
  /** About how many reads a working day has. */
  readonly passagesPerDay: number;
  readonly entries: number;
  readonly exits: number;
}

/** Past traffic, in order. */
export interface PastTraffic {
  readonly vehicles: readonly PastVehicle[];
  readonly passages: readonly PastPassage[];
}

/** One stay: when a vehicle comes on a day, how long it stays, and how often. */
interface Habit {
  /** The share of all vehicles. */
  readonly share: number;
  readonly comesAt: number;
  readonly leavesAt: number;
  readonly spreadHours: number;
  readonly onWeekdays: number;
  readonly onWeekends: number;
}

// Residents leave in the morning and come back in the evening, so their stay ends on the next day.
const habits: Record<DriverKind, Habit> = {
  resident: { share: 0.35, comesAt: 18, leavesAt: 31.5, spreadHours: 2, onWeekdays: 0.9, onWeekends: 0.6 },
  staff: { share: 0.25, comesAt: 8, leavesAt: 17, spreadHours: 0.8, onWeekdays: 0.85, onWeekends: 0.05 },
  contractor: { share: 0.2, comesAt: 6.7, leavesAt: 17.2, spreadHours: 1, onWeekdays: 0.8, onWeekends: 0.1 },
  visitor: { share: 0.15, comesAt: 13, leavesAt: 15.5, spreadHours: 3, onWeekdays: 0.5, onWeekends: 0.7 },
  unknown: { share: 0.05, comesAt: 12, leavesAt: 12.1, spreadHours: 5, onWeekdays: 0.4, onWeekends: 0.4 },
};

const hourMs = 3_600_000;
const missedExits = 0.01;
const repeatedReads = 0.03;
const workingDayStays = Object.values(habits).reduce((sum, { share, onWeekdays }) => sum + share * onWeekdays, 0);

/** Generates plausible traffic of past days: who comes when, with missed exits and repeated reads. */
export function generatePastTraffic(options: PastTrafficOptions): PastTraffic {
  const { seed, days, passagesPerDay } = options;
  const random = createRandom(seed);
  const vehicles = createVehicles(random, Math.max(1, Math.round(passagesPerDay / (2 * workingDayStays))));
  const passages: PastPassage[] = [];
  for (let day = 0; day < days; day++)
    for (const vehicle of vehicles) passages.push(...createStay(random, vehicle, day, options));
  const end = options.start.getTime() + days * dayMs;
  return {
    vehicles,
    passages: passages
      .filter(({ at }) => at.getTime() < end)
      .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.plate < other.plate ? -1 : 1)),
  };
}

function createVehicles(random: Random, count: number): PastVehicle[] {
  const kinds = (Object.entries(habits) as [DriverKind, Habit][]).flatMap(([kind, { share }]) =>
    Array.from({ length: Math.max(1, Math.round(count * share)) }, () => kind),
  );
  return kinds.map((kind, index) => ({ kind, plate: toPlate(random, index) }));
}

const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";

/** The number makes the plate unique. */
function toPlate(random: Random, index: number): string {
  const letter = () => letters[Math.floor(random() * letters.length)] ?? "A";
  const state = ["KA", "MH", "DL", "TN"][Math.floor(random() * 4)] ?? "KA";
  return `${state}${String(1 + Math.floor(random() * 60)).padStart(2, "0")}${letter()}${letter()}${String(1000 + (index % 9000))}${index >= 9000 ? letter() : ""}`;
}

function createStay(
  random: Random,
  { plate, kind }: PastVehicle,
  day: number,
  { start, entries, exits }: PastTrafficOptions,
): PastPassage[] {
  const habit = habits[kind];
  const midnight = start.getTime() + day * dayMs;
  const weekday = new Date(midnight + dayMs / 2).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (random() >= (isWeekend ? habit.onWeekends : habit.onWeekdays)) return [];
  // The sum of two random numbers is most often in the middle.
  const around = (hour: number) => hour + (random() + random() - 1) * habit.spreadHours;
  const comes = around(habit.comesAt);
  const leaves = Math.max(comes + 0.1, around(habit.leavesAt));
  const passage = (direction: "N" | "X", hour: number, gates: number): PastPassage => ({
    plate,
    direction,
    gate: Math.floor(random() * gates),
    at: new Date(Math.round(midnight + hour * hourMs)),
  });
  const entry = passage("N", comes, entries);
  const repeated = random() < repeatedReads ? [{ ...entry, at: new Date(entry.at.getTime() + 4_000) }] : [];
  const left = random() < missedExits || kind === "unknown" ? [] : [passage("X", leaves, exits)];
  return [entry, ...repeated, ...left];
}
