/** What a key may be used for. */
export const keyPurposes = ["integration", "commissioning"] as const;

/** One of the purposes. */
export type KeyPurpose = (typeof keyPurposes)[number];

/** The label of each. */
export const keyPurposeTitles: Record<KeyPurpose, string> = {
  integration: "Integration: sends reservations and identifiers",
  commissioning: "Commissioning: fetches the field configuration",
};
