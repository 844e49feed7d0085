/** How a vehicle is registered in Gatehouse, and so whether it may enter. */
export type VehicleStatus =
  | "resident"
  | "staff"
  | "contractor"
  | "guest"
  | "delivery"
  | "expired"
  | "visitor"
  | "unknown";

/** A vehicle of the simulated site. */
export interface Vehicle {
  readonly plate: string;
  /** Id of its RFID tag. */
  readonly tag: string | null;
  readonly type: "CAR" | "2W" | "TRUCK";
  readonly status: VehicleStatus;
  readonly owner: string;
  readonly organisation: string;
}

const states = ["MH 12", "KA 01", "DL 8C", "TN 09", "GJ 05", "HR 26", "KL 07", "UP 16"];
const firstNames = [
  "Asha",
  "Ravi",
  "Meera",
  "Jonas",
  "Fatima",
  "Chen",
  "Lucía",
  "Amit",
  "Noor",
  "Grace",
  "Tomás",
  "Ines",
];
const lastNames = [
  "Rao",
  "Iyer",
  "Menon",
  "Weber",
  "Khan",
  "Li",
  "Ortega",
  "Shah",
  "Haddad",
  "Okafor",
  "Silva",
  "Novak",
];
const organisations = ["Tower A", "Tower B", "Lakeview Clinic", "Orchid Software", "Facility team", "North Wing"];

const pickAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const letter = (index: number) => String.fromCharCode(65 + (index % 24));

function createVehicle(number: number, status: VehicleStatus): Vehicle {
  const digits = String(1000 + ((number * 6007) % 9000));
  return {
    plate: `${pickAt(states, number)} ${letter(number * 5)}${letter(number * 11 + 3)} ${digits}`,
    tag: status !== "unknown" && number % 4 === 0 ? `E2801160600002${String(number).padStart(10, "0")}` : null,
    type: pickAt(["CAR", "CAR", "CAR", "2W", "CAR", "CAR", "TRUCK"] as const, number),
    status,
    owner: `${pickAt(firstNames, number)} ${pickAt(lastNames, number * 5 + 1)}`,
    organisation: pickAt(organisations, number * 3),
  };
}

const createVehicles = (count: number, start: number, status: VehicleStatus) =>
  Array.from({ length: count }, (_, index) => createVehicle(start + index, status));

/** Residents: their plate is registered, and for some also their tag. */
export const residents: readonly Vehicle[] = createVehicles(280, 1, "resident");

/** Vehicles whose identifiers have expired. */
export const expiredVehicles: readonly Vehicle[] = createVehicles(20, 301, "expired");

/** Vehicles with a reservation. */
export const visitors: readonly Vehicle[] = createVehicles(8, 401, "visitor");

/** Vehicles without an identifier or a reservation. */
export const unknownVehicles: readonly Vehicle[] = createVehicles(40, 501, "unknown");

/** People who work here. */
export const staff: readonly Vehicle[] = createVehicles(100, 601, "staff");

/** Contractors, who may use the service gate during the day. */
export const contractors: readonly Vehicle[] = createVehicles(60, 801, "contractor");

/** Frequent visitors, registered with an identifier. */
export const guests: readonly Vehicle[] = createVehicles(60, 901, "guest");

/** Delivery vans. */
export const deliveries: readonly Vehicle[] = createVehicles(14, 1001, "delivery");

export const passHolder: Vehicle = { ...createVehicle(1101, "visitor"), tag: null, owner: "Elena Marchetti" };

/** An unknown vehicle on the deny list. */
export const deniedVehicle: Vehicle = createVehicle(1102, "unknown");

/** An unknown vehicle on the watch list. */
export const watchedVehicle: Vehicle = createVehicle(1103, "unknown");

export const vehicles: readonly Vehicle[] = [
  ...residents,
  ...staff,
  ...contractors,
  ...guests,
  ...deliveries,
  ...expiredVehicles,
  ...visitors,
  passHolder,
  ...unknownVehicles,
  deniedVehicle,
  watchedVehicle,
];
