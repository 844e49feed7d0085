import type { operationsMenu } from "@gatehouse/contract/modules/operations";
import type { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import type { ComponentType } from "react";

type Section = (typeof menu)[number] | typeof operationsMenu;
type PathOf<S> = S extends { entries: readonly (infer Entry)[]; path: infer Own }
  ? [Entry] extends [never]
    ? Own
    : Entry extends { path: infer Path }
      ? Path
      : never
  : never;

export type PagePath = PathOf<Section> | (typeof settingsPages)[number]["path"];

type LoadPage = () => Promise<{ default: ComponentType }>;

/** Loads each page on demand. A menu entry without a page does not compile. */
export const pages: Record<PagePath, LoadPage> = {
  "/overview": () => import("../modules/operations/overview-page.tsx"),
  "/station": () => import("../modules/operations/station-page.tsx"),
  "/access/rules": () => import("../modules/operations/access-rules-page.tsx"),
  "/access/schedules": () => import("../modules/operations/schedules-page.tsx"),

  "/overspeed-detection": () => import("../modules/osd/osd-configuration-page.tsx"),
  "/overspeed-detection/settings": () => import("../modules/osd/osd-settings-page.tsx"),
  "/overspeed-detection/lanes-cameras": () => import("../modules/osd/lanes-cameras-page.tsx"),
  "/overspeed-detection/events": () => import("../modules/osd/osd-events-page.tsx"),
  "/overspeed-detection/uncanny-anpr-dashboard": () => import("../modules/osd/osd-dashboard-page.tsx"),

  "/epld": () => import("../modules/epld/epld-configuration-page.tsx"),
  "/epld/settings": () => import("../modules/epld/epld-settings-page.tsx"),
  "/epld/variables": () => import("../modules/epld/epld-variables-page.tsx"),
  "/epld/uncanny-epld-dashboard": () => import("../modules/epld/epld-dashboard-page.tsx"),
  "/epld/alerts": () => import("../modules/epld/epld-alerts-page.tsx"),
  "/epld/events": () => import("../modules/epld/epld-events-page.tsx"),

  "/camera-counting": () => import("../modules/camera-counting/camera-counting-configuration-page.tsx"),
  "/camera-counting/settings": () => import("../modules/camera-counting/camera-counting-settings-page.tsx"),
  "/camera-counting/variables": () => import("../modules/camera-counting/camera-counting-variables-page.tsx"),
  "/camera-counting/uncanny-anpr-dashboard": () =>
    import("../modules/camera-counting/camera-counting-dashboard-page.tsx"),
  "/camera-counting/events": () => import("../modules/camera-counting/camera-counting-events-page.tsx"),

  "/access-control": () => import("../modules/access-control/access-control-configuration-page.tsx"),
  "/access-control/anpr-settings": () => import("../modules/access-control/anpr-settings-page.tsx"),
  "/access-control/gates-and-actuators": () => import("../modules/access-control/gates-and-actuators-page.tsx"),
  "/access-control/rfidos/settings": () => import("../modules/access-control/rfid-settings-page.tsx"),
  "/access-control/rfidos/variables": () => import("../modules/access-control/rfid-variables-page.tsx"),
  "/access-control/ids": () => import("../modules/access-control/identifiers-page.tsx"),
  "/access-control/reservations": () => import("../modules/access-control/reservations-page.tsx"),
  "/access-control/alerts": () => import("../modules/access-control/access-control-alerts-page.tsx"),
  "/access-control/events": () => import("../modules/access-control/anpr-events-page.tsx"),
  "/access-control/rfid-events": () => import("../modules/access-control/rfid-events-page.tsx"),

  "/loop-detector": () => import("../modules/loop-detector/loop-detector-configuration-page.tsx"),
  "/loop-detector/settings": () => import("../modules/loop-detector/loop-detector-settings-page.tsx"),
  "/loop-detector/variables": () => import("../modules/loop-detector/loop-detector-variables-page.tsx"),
  "/loop-detector/events": () => import("../modules/loop-detector/loop-detector-events-page.tsx"),

  "/access/lists": () => import("../modules/operations/lists-page.tsx"),
  "/access/presence": () => import("../modules/operations/presence-page.tsx"),
  "/access/overrides": () => import("../modules/operations/overrides-page.tsx"),
  "/reports": () => import("../modules/operations/reports-page.tsx"),
  "/tariffs": () => import("../modules/operations/tariffs-page.tsx"),

  "/reporting": () => import("../modules/reporting/reporting-page.tsx"),
  "/configurations": () => import("../modules/configurations/global-configurations-page.tsx"),
  "/settings": () => import("../modules/settings/settings-page.tsx"),
  "/settings/account": () => import("../modules/settings/account-page.tsx"),
  "/settings/sign-in": () => import("../modules/settings/sign-in-page.tsx"),
  "/settings/notifications": () => import("../modules/settings/notifications-page.tsx"),
  "/settings/people": () => import("../modules/settings/people-page.tsx"),
  "/settings/privacy": () => import("../modules/settings/privacy-page.tsx"),
  "/settings/audit": () => import("../modules/settings/audit-page.tsx"),
};

/** The page of one gate of the station. */
export const stationGatePath = "/station/$gateId";

export const reportPath = "/reports/$type";

/** The page of the menu that a path belongs to: the station has a page for each gate, reports one for each type. */
export const pageOf = (path: string): string =>
  path.replace(/^(\/station|\/reports)\/.*$/, "$1").replace(/(?<=.)\/$/, "");

export const isPage = (path: string): boolean => Object.hasOwn(pages, pageOf(path));
