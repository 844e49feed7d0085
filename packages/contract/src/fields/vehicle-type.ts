/** The vehicle types of identifiers and RFID access control. */
export const vehicleTypes = ["CAR", "DUMPER", "LMV", "OIL_TANKER", "TRUCK", "MPV", "4W", "2W", "CYCLE"] as const;

/** One of the vehicle types. */
export type VehicleType = (typeof vehicleTypes)[number];

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
