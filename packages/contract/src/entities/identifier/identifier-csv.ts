import type { IdentifierType } from "../../fields/identifier-text.ts";

/** The columns of a file of plates, required ones first. `groups`: names of groups, separated by semicolons. */
export const plateColumns = [
  "lp",
  "vehicleType",
  "ownerName",
  "ownerEmail",
  "orgName",
  "parkingId",
  "validFrom",
  "validTo",
  "groups",
] as const;

/** The columns of a file of tags. */
export const tagColumns = ["rfid", ...plateColumns] as const;

/** A column of either file. */
export type IdentifierColumn = (typeof tagColumns)[number];

/** A heading that an import leaves out. */
export const ignoredColumn = "ignore";

/** Columns of exported files that an import leaves out. */
export const exportOnlyColumns = ["reason", "lastSeenAt"] as const;

/** The title of each column in the console, and other headings of spreadsheets that mean it. */
export const columnNames: Record<IdentifierColumn, { title: string; headings: readonly string[] }> = {
  rfid: {
    title: "Tag",
    headings: ["Tag ID", "Tag number", "RFID tag", "EPC", "Card", "Card number", "Plate/Tag", "Identifier"],
  },
  lp: {
    title: "License plate",
    headings: [
      "Plate",
      "Plate number",
      "Plate no",
      "Number plate",
      "Licence plate",
      "License plate number",
      "Licence plate number",
      "LPN",
      "Registration",
      "Registration number",
      "Reg no",
      "Vehicle number",
      "Vehicle no",
      "Plate/Tag",
      "Identifier",
    ],
  },
  vehicleType: { title: "Vehicle type", headings: ["Type", "Vehicle class", "Vehicle category", "Category"] },
  ownerName: { title: "Owner", headings: ["Name", "Full name", "Name of owner", "Holder", "Resident"] },
  ownerEmail: { title: "Email", headings: ["Mail", "Email address", "Owner's email"] },
  orgName: { title: "Organisation", headings: ["Organization", "Organisation name", "Organization name", "Company"] },
  parkingId: { title: "Parking ID", headings: ["Parking", "Parking slot", "Parking space", "Slot", "Space", "Bay"] },
  validFrom: { title: "Valid from", headings: ["From", "Start", "Start date"] },
  validTo: {
    title: "Valid to",
    headings: ["To", "Until", "Valid until", "Valid till", "End", "End date", "Expires", "Expiry", "Expiry date"],
  },
  groups: { title: "Groups", headings: ["Group"] },
};

/** The name, columns and required columns of each type's file. */
export const identifierFiles: Record<
  IdentifierType,
  {
    field: "lps" | "rfids";
    columns: readonly IdentifierColumn[];
    required: readonly IdentifierColumn[];
    sample: string;
  }
> = {
  LICENSE_PLATE: {
    field: "lps",
    columns: plateColumns,
    required: ["lp", "vehicleType"],
    sample: [
      plateColumns.join(","),
      "MH 12 AB 1234,CAR,Asha Rao,asha@example.com,Lakeside,P-14,2026-01-01,2026-12-31,",
      "KA 05 MN 0042,2W,,,,,,,",
    ].join("\r\n"),
  },
  RFID: {
    field: "rfids",
    columns: tagColumns,
    required: ["rfid", "lp", "vehicleType"],
    sample: [
      tagColumns.join(","),
      "E200 3412 0123 4567,MH 12 AB 1234,CAR,Asha Rao,asha@example.com,Lakeside,P-14,2026-01-01,2026-12-31,",
      "E200 3412 0123 4568,KA 05 MN 0042,2W,,,,,,,",
    ].join("\r\n"),
  },
};

/** How dates are read; ISO dates are always accepted. */
export const dateOrders = ["iso", "day-first"] as const;

export type DateOrder = (typeof dateOrders)[number];

/** The label of each. */
export const dateOrderTitles: Record<DateOrder, string> = {
  iso: "ISO: 2026-12-31",
  "day-first": "Day first: 31/12/2026",
};

/** Maximum number of faulty lines in a response; the download has all of them. */
export const maxListedErrors = 200;

export const maxFileBytes = 256 * 1_048_576;
