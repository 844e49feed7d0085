import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";

const titles: Readonly<Record<string, string>> = vehicleTypeTitles;
const betweenWords = /_+|(?<=\p{Ll})(?=\p{Lu})/u;

/** Name of a vehicle type; cameras write them in many ways, such as `twoWheelVehicle`. */
export function formatVehicleType(code: string): string {
  const title = titles[code.toUpperCase()];
  if (title !== undefined) return title;
  const words = code.split(betweenWords).join(" ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
