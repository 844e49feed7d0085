/** The vehicle types of identifiers and RFID access control. */
export const vehicleTypes = ["CAR", "DUMPER", "LMV", "OIL_TANKER", "TRUCK", "MPV", "4W", "2W", "CYCLE"] as const;

export type VehicleType = (typeof vehicleTypes)[number];

/**
 * Whether a selection of vehicle types admits this one, in any case. An empty selection admits all, and so does a
 * complete one: it is the initial selection, and tags may have types of their own.
 */
export function isSelectedVehicleType(selected: readonly string[], vehicleType: string): boolean {
  return !restrictsVehicleTypes(selected) || selected.includes(vehicleType.trim().toUpperCase());
}

/** Whether a selection of vehicle types excludes any. */
export const restrictsVehicleTypes = (selected: readonly string[]): boolean =>
  selected.length > 0 && !vehicleTypes.every((code) => selected.includes(code));

/** The label of each code. */
export const vehicleTypeTitles: Record<VehicleType, string> = {
  CAR: "Car",
  DUMPER: "Dumper",
  LMV: "Light motor vehicle",
  OIL_TANKER: "Oil tanker",
  TRUCK: "Truck",
  MPV: "Multi-purpose vehicle",
  "4W": "Four-wheeler",
  "2W": "Two-wheeler",
  CYCLE: "Cycle",
};

const titles: Readonly<Record<string, string>> = vehicleTypeTitles;

/** The codes and labels of vehicle types, which requests and files may write in any case. */
export const vehicleTypeWords: Readonly<Record<string, VehicleType>> = Object.fromEntries(
  vehicleTypes.flatMap((code) => [
    [code, code],
    [vehicleTypeTitles[code], code],
  ]),
);

/** The label of a vehicle type, or the text itself if it is none of the codes. */
export const vehicleTypeTitle = (vehicleType: string): string =>
  titles[vehicleType.trim().toUpperCase()] ?? vehicleType;

/** The codes for words of cameras, without spaces and punctuation. */
const cameraWords: Readonly<Record<string, VehicleType>> = {
  BICYCLE: "CYCLE",
  BIKE: "2W",
  FOURWHEELER: "4W",
  HEAVYTRUCK: "TRUCK",
  LIGHTTRUCK: "TRUCK",
  LORRY: "TRUCK",
  MOTORBIKE: "2W",
  MOTORCYCLE: "2W",
  MOTORVEHICLE: "CAR",
  PASSENGERCAR: "CAR",
  SALOONCAR: "CAR",
  SEDAN: "CAR",
  SUVMPV: "MPV",
  TANKER: "OIL_TANKER",
  TWOWHEELER: "2W",
  TWOWHEELVEHICLE: "2W",
  // Hikvision's word for a passenger car.
  VEHICLE: "CAR",
};

/** The code of a vehicle type, although cameras write them in many ways, such as `twoWheelVehicle`; else the word itself. */
export const toVehicleTypeCode = (word: string): string =>
  cameraWords[word.toUpperCase().replaceAll(/[^A-Z]/g, "")] ?? word.trim().toUpperCase();

/** One name for each vehicle type, although cameras write them in many ways, such as `twoWheelVehicle`. */
export function seenVehicleTypeTitle(word: string): string {
  const code = toVehicleTypeCode(word);
  if (titles[code] !== undefined) return titles[code];
  const words = word.split(betweenWords).join(" ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const betweenWords = /_+|(?<=\p{Ll})(?=\p{Lu})/u;

/** The words of cameras that mean a vehicle type, in capitals and without spaces and punctuation. */
export const cameraWordsOf = (code: VehicleType): string[] =>
  Object.keys(cameraWords).filter((word) => cameraWords[word] === code);
