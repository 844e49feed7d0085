import type { operationsMenu } from "@gatehouse/contract/modules/operations";
import type { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import { type ComponentType, createElement } from "react";

type Section = (typeof menu)[number] | typeof operationsMenu;
type PathOf<S> = S extends { entries: readonly (infer Entry)[]; path: infer Own }
  ? [Entry] extends [never]
    ? Own
    : Entry extends { path: infer Path }
      ? Path
      : never
  : never;

export type PagePath = PathOf<Section> | (typeof settingsPages)[number]["path"];

type LoadPage<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** One of several pages that differ by their properties. */
function page<Props extends object>(load: LoadPage<Props>, props: Props): LoadPage {
  return async () => {
    const { default: Component } = await load();
    return { default: () => createElement(Component, props) };
  };
}

const alerts = () => import("../alert/alerts/alerts-page.tsx");
const configurations = () => import("../house/configuration/configurations-page.tsx");
const dashboard = () => import("../intake/devices/dashboard-page.tsx");
const deviceSettings = () => import("../intake/devices/device-settings-page.tsx");
const events = () => import("../record/events/events-page.tsx");
const variables = () => import("../record/variables/variables-page.tsx");

/** Loads each page on demand. A menu entry without a page does not compile. */
export const pages: Record<PagePath, LoadPage> = {
  "/overview": () => import("../record/overview/overview-page.tsx"),
  "/station": () => import("../record/station/station-page.tsx"),
  "/access/rules": () => import("../access/rules/access-rules-page.tsx"),
  "/access/schedules": () => import("../access/schedules/schedules-page.tsx"),

  "/overspeed-detection": page(configurations, {
    scope: "overspeed",
    label: "Overspeed detection configurations",
    purpose: "Settings for overspeed detection",
    settingsPath: "/overspeed-detection/settings",
  }),
  "/overspeed-detection/settings": page(deviceSettings, {
    kind: "OSD",
    title: "Overspeed Detection Devices",
    displays: "osd",
  }),
  "/overspeed-detection/lanes-cameras": () => import("../intake/cameras/lanes-cameras-page.tsx"),
  "/overspeed-detection/events": page(events, { module: "OSD" }),
  "/overspeed-detection/uncanny-anpr-dashboard": page(dashboard, {
    kind: "OSD",
    settingsPath: "/overspeed-detection/settings",
  }),

  "/epld": page(configurations, {
    scope: "epld",
    label: "EPLD configurations",
    purpose: "Settings for empty parking lot detection",
    settingsPath: "/epld/settings",
  }),
  "/epld/settings": page(deviceSettings, { kind: "EPLD", title: "EPLD Devices", displays: "epld" }),
  "/epld/variables": page(variables, {
    scope: "epld",
    purpose: "Free slots from cameras and sensors, and totals for displays and the cloud",
  }),
  "/epld/uncanny-epld-dashboard": page(dashboard, { kind: "EPLD", settingsPath: "/epld/settings" }),
  "/epld/alerts": page(alerts, { scope: "epld", purpose: "Problems in empty parking lot detection" }),
  "/epld/events": page(events, { module: "EPLD" }),

  "/camera-counting": page(configurations, {
    scope: "cc",
    label: "Camera counting configurations",
    purpose: "Settings for camera counting",
    settingsPath: "/camera-counting/settings",
  }),
  "/camera-counting/settings": page(deviceSettings, {
    kind: "CAMERA_COUNTING",
    title: "Camera Counting Devices",
    displays: "cc",
  }),
  "/camera-counting/variables": page(variables, {
    scope: "cc",
    purpose: "Vehicle counts from cameras, and totals for displays and the cloud",
  }),
  "/camera-counting/uncanny-anpr-dashboard": page(dashboard, {
    kind: "CAMERA_COUNTING",
    settingsPath: "/camera-counting/settings",
  }),
  "/camera-counting/events": page(events, { module: "CAMERA_COUNTING" }),

  "/access-control": () => import("../house/configuration/access-control-configuration-page.tsx"),
  "/access-control/anpr-settings": page(deviceSettings, {
    kind: "ANPR_ACCESS_CONTROL",
    title: "Access Control ANPR Devices",
  }),
  "/access-control/gates-and-actuators": () => import("../gate/site/gates-and-actuators-page.tsx"),
  "/access-control/rfidos/settings": () => import("../intake/readers/rfid-settings-page.tsx"),
  "/access-control/rfidos/variables": page(variables, {
    scope: "rfid-ac",
    purpose: "Vehicle counts from readers, and totals for displays, the cloud and the dashboard",
  }),
  "/access-control/ids": () => import("../access/identifiers/identifiers-page.tsx"),
  "/access-control/reservations": () => import("../access/identifiers/reservations-page.tsx"),
  "/access-control/alerts": page(alerts, { scope: "ac", purpose: "Problems at the gates" }),
  "/access-control/events": page(events, { module: "ANPR_ACCESS_CONTROL" }),
  "/access-control/rfid-events": page(events, { module: "RFID_ACCESS_CONTROL" }),

  "/loop-detector": page(configurations, {
    scope: "loop",
    label: "Loop detector configurations",
    purpose: "Settings for loop detectors",
  }),
  "/loop-detector/settings": () => import("../intake/loops/loop-detector-settings-page.tsx"),
  "/loop-detector/variables": page(variables, {
    scope: "loop",
    purpose: "Vehicle counts from loops, and totals for displays and the cloud",
  }),
  "/loop-detector/events": page(events, { module: "LOOP_DETECTOR" }),

  "/access/lists": () => import("../access/lists/lists-page.tsx"),
  "/access/presence": () => import("../access/presence/presence-page.tsx"),
  "/access/overrides": () => import("../gate/overrides/overrides-page.tsx"),
  "/reports": () => import("../record/reports/reports-page.tsx"),
  "/tariffs": () => import("../access/fares/tariffs-page.tsx"),

  "/reporting": () => import("../record/reports/reporting-page.tsx"),
  "/configurations": page(configurations, {
    scope: "global",
    label: "Global configurations",
    purpose: "Settings for the whole site. Changes take effect immediately.",
  }),
  "/settings": () => import("./settings-page.tsx"),
  "/settings/account": () => import("../people/account/account-page.tsx"),
  "/settings/sign-in": () => import("../people/sign-in/sign-in-page.tsx"),
  "/settings/notifications": () => import("../alert/notifications/notifications-page.tsx"),
  "/settings/people": () => import("../people/users/people-page.tsx"),
  "/settings/privacy": () => import("../house/privacy/privacy-page.tsx"),
  "/settings/audit": () => import("../house/audit/audit-page.tsx"),
};

export const stationGatePath = "/station/$gateId";

export const reportPath = "/reports/$type";

/** The page of the menu that a path belongs to: the station has a page for each gate, reports one for each type. */
export const pageOf = (path: string): string =>
  path.replace(/^(\/station|\/reports)\/.*$/, "$1").replace(/(?<=.)\/$/, "");

export const isPage = (path: string): boolean => Object.hasOwn(pages, pageOf(path));
