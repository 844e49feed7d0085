// A copy of the specification's table, not derived from the contract: it checks the contract.

export const menuSections: readonly { title: string; pages: readonly [title: string, path: string][] }[] = [
  {
    title: "Overspeed Detection",
    pages: [
      ["Configuration", "/overspeed-detection"],
      ["Settings", "/overspeed-detection/settings"],
      ["Lanes & Cameras", "/overspeed-detection/lanes-cameras"],
      ["Events", "/overspeed-detection/events"],
      ["ANPR Dashboard", "/overspeed-detection/uncanny-anpr-dashboard"],
    ],
  },
  {
    title: "EPLD",
    pages: [
      ["Configuration", "/epld"],
      ["Settings", "/epld/settings"],
      ["Variables", "/epld/variables"],
      ["Shield Dashboard", "/epld/uncanny-epld-dashboard"],
      ["Alerts", "/epld/alerts"],
      ["Events", "/epld/events"],
    ],
  },
  {
    title: "Camera Counting",
    pages: [
      ["Configuration", "/camera-counting"],
      ["Settings", "/camera-counting/settings"],
      ["Variables", "/camera-counting/variables"],
      ["ANPR Dashboard", "/camera-counting/uncanny-anpr-dashboard"],
      ["Events", "/camera-counting/events"],
    ],
  },
  {
    title: "Access Control",
    pages: [
      ["Configuration", "/access-control"],
      ["ANPR Settings", "/access-control/anpr-settings"],
      ["Gates & Actuators", "/access-control/gates-and-actuators"],
      ["RFID Settings", "/access-control/rfidos/settings"],
      ["RFID Variables", "/access-control/rfidos/variables"],
      ["Identifiers", "/access-control/ids"],
      ["Reservations", "/access-control/reservations"],
      ["Alerts", "/access-control/alerts"],
      ["ANPR Events", "/access-control/events"],
      ["RFID Events", "/access-control/rfid-events"],
    ],
  },
  {
    title: "Loop Detector",
    pages: [
      ["Configuration", "/loop-detector"],
      ["Settings", "/loop-detector/settings"],
      ["Variables", "/loop-detector/variables"],
      ["Events", "/loop-detector/events"],
    ],
  },
];

/** The entries of the menu that are not sections. */
export const singleEntries: readonly [title: string, path: string][] = [
  ["Reporting", "/reporting"],
  ["Global Configurations", "/configurations"],
  ["Settings", "/settings"],
];
