import {
  contractors,
  deliveries,
  deniedVehicle,
  expiredVehicles,
  guests,
  passHolder,
  residents,
  staff,
  unknownVehicles,
  type Vehicle,
  watchedVehicle,
} from "../plan/vehicle-plan.ts";
import type { Random } from "./random.ts";
import type { SiteDay } from "./site-calendar.ts";

/** A vehicle that drives up to a gate; one that was not let in does not leave. */
export interface PastArrival {
  readonly at: Date;
  readonly gate: string;
  readonly vehicle: Vehicle;
  readonly direction: "N" | "X";
  /** No camera or reader noticed it. */
  readonly isUnseen?: boolean;
}

/** How the vehicles of a group come and go. */
interface Habit {
  readonly vehicles: readonly Vehicle[];
  readonly entry: string;
  readonly comesAt: number;
  readonly leavesAt: number;
  readonly spreadHours: number;
  /** Probability of a visit. */
  readonly onWeekdays: number;
  readonly onWeekends: number;
}

const activeResidents = residents.slice(0, 190);
const mainGates = { entry: "main-entry", exit: "main-exit" };
const serviceGate = { entry: "service-gate", exit: "service-gate" };

// Residents leave in the morning and come back in the evening, so their stay ends on the next day.
const habits: readonly Habit[] = [
  {
    entry: mainGates.entry,
    vehicles: activeResidents,
    comesAt: 18,
    leavesAt: 31.6,
    spreadHours: 2.2,
    onWeekdays: 0.85,
    onWeekends: 0.5,
  },
  // Some are at home in between.
  {
    entry: mainGates.entry,
    vehicles: activeResidents.slice(0, 60),
    comesAt: 12.8,
    leavesAt: 14,
    spreadHours: 0.8,
    onWeekdays: 0.4,
    onWeekends: 0.5,
  },
  {
    entry: mainGates.entry,
    vehicles: staff,
    comesAt: 8,
    leavesAt: 17,
    spreadHours: 0.9,
    onWeekdays: 0.88,
    onWeekends: 0.08,
  },
  {
    entry: serviceGate.entry,
    vehicles: contractors,
    comesAt: 7.2,
    leavesAt: 16.6,
    spreadHours: 1,
    onWeekdays: 0.8,
    onWeekends: 0.15,
  },
  {
    vehicles: guests,
    entry: "visitors-entry",
    comesAt: 13.5,
    leavesAt: 15.6,
    spreadHours: 5,
    onWeekdays: 0.3,
    onWeekends: 0.45,
  },
  {
    entry: serviceGate.entry,
    vehicles: deliveries,
    comesAt: 9.5,
    leavesAt: 10,
    spreadHours: 2,
    onWeekdays: 0.95,
    onWeekends: 0.3,
  },
  {
    entry: serviceGate.entry,
    vehicles: deliveries,
    comesAt: 15,
    leavesAt: 15.5,
    spreadHours: 2.5,
    onWeekdays: 0.9,
    onWeekends: 0.1,
  },
];

const missedExits = 0.006;
const missedEntries = 0.002;
const otherGates = 0.06;
const detourHours = 3 / 60;
const isWeekend = ({ weekday }: SiteDay) => weekday > 5;
const isWorkday = ({ weekday, isHoliday }: SiteDay) => weekday < 7 && !isHoliday;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Lists who drives up to the gates on a day, in no particular order. */
export function listArrivals(day: SiteDay, random: Random): PastArrival[] {
  return [
    ...habits.flatMap((habit) => listStays(day, random, habit)),
    ...listDenied(day, random),
    ...listLateContractors(day),
    ...listPassVisits(day),
  ];
}

function listStays(day: SiteDay, random: Random, habit: Habit): PastArrival[] {
  const probability = isWeekend(day) || day.isHoliday ? habit.onWeekends : habit.onWeekdays;
  return habit.vehicles.flatMap((vehicle) => {
    // The sum of two random numbers is most often in the middle.
    const around = (hour: number) => hour + (random() + random() - 1) * habit.spreadHours;
    const [comes, leaves, leads] = [around(habit.comesAt), around(habit.leavesAt), random()];
    const isAtMain = habit.entry === mainGates.entry;
    const [isMissed, isEntryMissed] = [isAtMain && random() < missedExits, isAtMain && random() < missedEntries];
    if (random() >= probability) return [];
    const stays = Math.max(comes + 0.2, leaves);
    const gate = toEntry(habit, vehicle, leads);
    // Only the main gates have loops; a vehicle that came in elsewhere leaves elsewhere, so that the loops agree.
    const exit = habit.entry === mainGates.entry && gate === mainGates.entry ? mainGates.exit : serviceGate.exit;
    // A contractor who was turned away at the main entry drives to the service gate.
    const isLost = habit.entry === serviceGate.entry && gate === mainGates.entry;
    const entry = { vehicle, direction: "N" } as const;
    return [
      { ...entry, gate, at: day.at(comes), isUnseen: isEntryMissed },
      ...(isLost ? [{ ...entry, gate: habit.entry, at: day.at(comes + detourHours) }] : []),
      { vehicle, gate: exit, direction: "X", at: day.at(stays), isUnseen: isMissed },
    ];
  });
}

/** Some residents use the service gate; some contractors try the main entry. */
function toEntry({ entry }: Habit, { status }: Vehicle, chance: number): string {
  if (status === "resident" && chance < otherGates) return serviceGate.entry;
  if (status === "contractor" && chance < otherGates / 2) return "main-entry";
  return entry;
}

/** Vehicles without access: unknown, expired and listed ones. */
function listDenied(day: SiteDay, random: Random): PastArrival[] {
  const arrive = (vehicle: Vehicle, gate: string): PastArrival => ({
    vehicle,
    gate,
    direction: "N",
    at: day.at(7 + random() * 15),
  });
  const unknown = Array.from({ length: isWeekend(day) ? 10 : 18 }, () =>
    arrive(pick(random, unknownVehicles), pick(random, ["main-entry", "visitors-entry", "service-gate"])),
  );
  const expired = Array.from({ length: 4 }, () => arrive(pick(random, expiredVehicles), "main-entry"));
  return [
    ...unknown,
    ...expired,
    ...(day.ago % 3 === 1 ? [arrive(deniedVehicle, "main-entry")] : []),
    ...(day.ago % 5 === 2 ? [arrive(watchedVehicle, "visitors-entry")] : []),
  ];
}

/** On every working day a contractor comes minutes after the end of the contractors' hours, and one too early. */
function listLateContractors(day: SiteDay): PastArrival[] {
  if (!isWorkday(day)) return [];
  const arrive = (index: number, hour: number): PastArrival => ({
    vehicle: contractors[index % contractors.length] as Vehicle,
    gate: "service-gate",
    direction: "N",
    at: day.at(hour),
  });
  return [arrive(0, 18 + 7.4 / 60), arrive(day.ago + 7, 5 + 44 / 60)];
}

function listPassVisits(day: SiteDay): PastArrival[] {
  if (day.weekday !== 2 && day.weekday !== 4) return [];
  const visit = { vehicle: passHolder } as const;
  return [
    { ...visit, gate: "visitors-entry", direction: "N", at: day.at(10.1) },
    { ...visit, gate: "service-gate", direction: "X", at: day.at(12.6) },
  ];
}
