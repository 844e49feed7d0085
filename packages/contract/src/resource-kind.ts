interface ResourceKind {
  readonly noun: string;
  /** The pages that show records of the kind, at most one per module; the default first. */
  readonly paths: readonly [string, ...string[]];
}

/** The noun and the console pages of each kind of record; kinds are named like their database tables. */
export const resourceKinds = {
  access_areas: { noun: "Area", paths: ["/access/rules"] },
  access_groups: { noun: "Group", paths: ["/access/rules"] },
  access_rules: { noun: "Rule", paths: ["/access/rules"] },
  access_schedules: { noun: "Schedule", paths: ["/access/schedules"] },
  ai_devices: {
    noun: "Device",
    paths: [
      "/access-control/anpr-settings",
      "/access-control/rfidos/settings",
      "/overspeed-detection/settings",
      "/epld/settings",
      "/camera-counting/settings",
      "/loop-detector/settings",
    ],
  },
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
  access_passes: { noun: "Pass", paths: ["/access/lists"] },
  identifiers: { noun: "Identifier", paths: ["/access-control/ids"] },
  lanes: { noun: "Lane", paths: ["/overspeed-detection/lanes-cameras"] },
  loops: { noun: "Loop detector", paths: ["/loop-detector/settings"] },
  notification_rules: { noun: "Notification rule", paths: ["/settings/notifications"] },
  report_schedules: { noun: "Report schedule", paths: ["/reports"] },
  sign_in_providers: { noun: "Sign-in provider", paths: ["/settings/sign-in"] },
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
  users: { noun: "User", paths: ["/settings/people"] },
  tvms: { noun: "Ticket vending machine", paths: ["/access-control/anpr-settings"] },
} as const satisfies Record<string, ResourceKind>;

const findKind = (kind: string): ResourceKind | undefined =>
  Object.hasOwn(resourceKinds, kind) ? resourceKinds[kind as keyof typeof resourceKinds] : undefined;

/** The noun for records of a kind; the kind itself if it is unknown. */
export const nounOfKind = (kind: string): string => findKind(kind)?.noun ?? kind;

/** The page that shows records of a kind; if there are several, the one in the same module as the page `from`. */
export function pageOfKind(kind: string, from: string): string | undefined {
  const shared = (path: string) => sharedParts(path.split("/"), from.split("/"));
  return findKind(kind)?.paths.reduce((best, path) => (shared(path) > shared(best) ? path : best));
}

/** The number of leading segments that two paths have in common. */
function sharedParts(one: readonly string[], other: readonly string[]): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  return differing === -1 ? one.length : differing;
}
