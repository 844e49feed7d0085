/** The columns of an identifier that a CSV file fills, besides the plate or tag itself. */
export const csvColumns = [
  "lp",
  "vehicleType",
  "parkingId",
  "orgName",
  "ownerName",
  "ownerEmail",
  "validFrom",
  "validTo",
] as const;

export type CsvColumn = (typeof csvColumns)[number];
