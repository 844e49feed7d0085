/** What a plate message can contain. */
export const plateMessageParts = [
  "plate",
  "time",
  "direction",
  "confidence",
  "camera",
  "id",
  "vehicleType",
  "speed",
  "pictures",
] as const;

export type PlateMessagePart = (typeof plateMessageParts)[number];

/** What was read from a plate message, in words; null where it has none that could be read. */
export type UnderstoodPlate = Readonly<Record<PlateMessagePart, string | null>>;
