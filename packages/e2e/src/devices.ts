/** The pages on which the devices of a module are set up. */
export const settingsPaths = {
  osd: "/overspeed-detection/settings",
  epld: "/epld/settings",
  cc: "/camera-counting/settings",
  "anpr-ac": "/access-control/anpr-settings",
} as const;
