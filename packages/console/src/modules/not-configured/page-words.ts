const events = "What the devices of this module report will be listed here, newest first.";
const variables = "The counted and calculated values of this module will be listed here.";

/** What will be on each page that has no content yet. A page that gets some loses its line. */
export const pageWords: Readonly<Record<string, string>> = {
  "/overspeed-detection/events": "Vehicles above their lane's limit will be listed here, newest first.",
  "/epld/variables": variables,
  "/epld/events": events,
  "/camera-counting/variables": variables,
  "/camera-counting/events": events,
  "/access-control/rfidos/variables": variables,
  "/access-control/events": "Plates read at the gates will be listed here, newest first.",
  "/access-control/rfid-events": "Tags read at the gates will be listed here, newest first.",
  "/loop-detector/variables": variables,
  "/loop-detector/events": "The pulses of the loop detectors will be listed here, newest first.",
};
