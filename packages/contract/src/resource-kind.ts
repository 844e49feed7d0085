interface ResourceKind {
  readonly noun: string;
  /** The pages that show records of the kind, one in each module that has them; the usual one first. */
  readonly paths: readonly [string, ...string[]];
}

/** What each kind of record is called and where the console shows it; kinds are named as the database names them. */
export const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  boom_barriers: { noun: "Boom barrier", paths: ["/access-control/gates-and-actuators"] },
  buzzers: { noun: "Buzzer", paths: ["/access-control/gates-and-actuators"] },
  cameras: {
    noun: "Camera",
    paths: [
      "/overspeed-detection/lanes-cameras",
      "/epld/settings",
      "/camera-counting/settings",
      "/access-control/anpr-settings",
    ],
  },
  displays: {
    noun: "Display",
    paths: [
      "/access-control/gates-and-actuators",
      "/access-control/rfidos/settings",
      "/overspeed-detection/settings",
      "/epld/settings",
      "/camera-counting/settings",
      "/loop-detector/settings",
    ],
  },
  gates: { noun: "Gate", paths: ["/access-control/gates-and-actuators"] },
  lanes: { noun: "Lane", paths: ["/overspeed-detection/lanes-cameras"] },
  slot_controllers: { noun: "Slot controller", paths: ["/epld/settings"] },
  sensors: { noun: "Reader", paths: ["/access-control/rfidos/settings"] },
  variables: {
    noun: "Variable",
    paths: [
      "/epld/variables",
      "/camera-counting/variables",
      "/access-control/rfidos/variables",
      "/loop-detector/variables",
    ],
  },
  tvms: { noun: "Ticket vending machine", paths: ["/access-control/anpr-settings"] },
};

/** The page that shows records of a kind, seen from another page: what uses each other lives in the same module. */
export function pageOfKind(kind: string, from: string): string | undefined {
  const shared = (path: string) => sharedParts(path.split("/"), from.split("/"));
  return resourceKinds[kind]?.paths.reduce((best, path) => (shared(path) > shared(best) ? path : best));
}

/** With how many equal parts two paths begin. */
function sharedParts(one: readonly string[], other: readonly string[]): number {
  const differing = one.findIndex((part, place) => part !== other[place]);
  return differing === -1 ? one.length : differing;
}
