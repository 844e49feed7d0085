/** The languages in which a simulated camera can tell of a plate. */
export const feedTitles = {
  gatehouse: "Gatehouse",
  hikvision: "Hikvision",
  axis: "Axis",
  dahua: "Dahua",
  "plate-recognizer": "Plate Recognizer",
  openalpr: "OpenALPR / Rekor",
  onvif: "ONVIF",
} as const;

/** One of them. */
export type FeedName = keyof typeof feedTitles;

/** Every one, in the order of the control page. */
export const feedNames = Object.keys(feedTitles) as readonly FeedName[];
