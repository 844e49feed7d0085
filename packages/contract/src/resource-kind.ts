/** What each kind of record is called and where the console shows it; kinds are named as the database names them. */
export const resourceKinds: Readonly<Record<string, { noun: string; path: string }>> = {
  boom_barriers: { noun: "Boom barrier", path: "/access-control/gates-and-actuators" },
  buzzers: { noun: "Buzzer", path: "/access-control/gates-and-actuators" },
  cameras: { noun: "Camera", path: "/overspeed-detection/lanes-cameras" },
  displays: { noun: "Display", path: "/access-control/gates-and-actuators" },
  gates: { noun: "Gate", path: "/access-control/gates-and-actuators" },
  lanes: { noun: "Lane", path: "/overspeed-detection/lanes-cameras" },
  slot_controllers: { noun: "Slot controller", path: "/epld/settings" },
  sensors: { noun: "Reader", path: "/access-control/rfidos/settings" },
  variables: { noun: "Variable", path: "/epld/variables" },
  tvms: { noun: "Ticket vending machine", path: "/access-control/anpr-settings" },
};
