/** What Gatehouse is told of a vehicle, and so what it will say to it. */
export type Standing = "resident" | "expired" | "visitor" | "stranger";

/** A vehicle that drives around the simulated site. */
export interface Vehicle {
  readonly plate: string;
  /** The tag behind its windscreen. */
  readonly tag: string | null;
  readonly type: "CAR" | "2W" | "TRUCK";
  readonly standing: Standing;
  readonly owner: string;
  readonly organisation: string;
}

const states = ["MH 12", "KA 01", "DL 8C", "TN 09", "GJ 05", "HR 26", "KL 07", "UP 16"];
const first = ["Asha", "Ravi", "Meera", "Jonas", "Fatima", "Chen", "Lucía", "Amit", "Noor", "Grace", "Tomás", "Ines"];
const last = ["Rao", "Iyer", "Menon", "Weber", "Khan", "Li", "Ortega", "Shah", "Haddad", "Okafor", "Silva", "Novak"];
const organisations = ["Tower A", "Tower B", "Lakeview Clinic", "Orchid Software", "Facility team", "North Wing"];

const from = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const letter = (index: number) => String.fromCharCode(65 + (index % 24));

function vehicle(number: number, standing: Standing): Vehicle {
  const digits = String(1000 + ((number * 6007) % 9000));
  return {
    plate: `${from(states, number)} ${letter(number * 5)}${letter(number * 11 + 3)} ${digits}`,
    tag: standing !== "stranger" && number % 4 === 0 ? `E2801160600002${String(number).padStart(10, "0")}` : null,
    type: from(["CAR", "CAR", "CAR", "2W", "CAR", "CAR", "TRUCK"] as const, number),
    standing,
    owner: `${from(first, number)} ${from(last, number * 5 + 1)}`,
    organisation: from(organisations, number * 3),
  };
}

const some = (count: number, start: number, standing: Standing) =>
  Array.from({ length: count }, (_, index) => vehicle(start + index, standing));

/** Vehicles whose plates, and some tags, are entered as identifiers. */
export const residents: readonly Vehicle[] = some(280, 1, "resident");

/** Vehicles whose identifiers ran out. */
export const expired: readonly Vehicle[] = some(20, 301, "expired");

/** Vehicles with a reservation. */
export const visitors: readonly Vehicle[] = some(8, 401, "visitor");

/** Vehicles that nobody knows. */
export const strangers: readonly Vehicle[] = some(40, 501, "stranger");

/** Every vehicle. */
export const vehicles: readonly Vehicle[] = [...residents, ...expired, ...visitors, ...strangers];
