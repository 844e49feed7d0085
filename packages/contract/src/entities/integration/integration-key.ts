import type { Permission } from "../../permissions.ts";

/** What a key may be used for. */
export const keyPurposes = ["integration", "commissioning"] as const;

/** One of the purposes. */
export type KeyPurpose = (typeof keyPurposes)[number];

/** The permission of people for what a key of each purpose can do. */
export const keyPurposePermissions: Record<KeyPurpose, Permission> = {
  integration: "enrol",
  commissioning: "devices",
};

/** The label of each. */
export const keyPurposeTitles: Record<KeyPurpose, string> = {
  integration: "Integration: sends reservations and identifiers",
  commissioning: "Commissioning: fetches the field configuration",
};
