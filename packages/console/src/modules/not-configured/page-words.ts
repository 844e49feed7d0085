const events = "What the devices of this module report will be listed here, newest first.";

/** What will be on each page that has no content yet. A page that gets some loses its line. */
export const pageWords: Readonly<Record<string, string>> = {
  "/overspeed-detection/events": "Vehicles above their lane's limit will be listed here, newest first.",
  "/epld/events": events,
  "/camera-counting/events": events,
  "/access-control/events": "Plates read at the gates will be listed here, newest first.",
  "/access-control/rfid-events": "Tags read at the gates will be listed here, newest first.",
  "/loop-detector/events": "The pulses of the loop detectors will be listed here, newest first.",
};
