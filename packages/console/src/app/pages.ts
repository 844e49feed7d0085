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
  "/overview": () => import("../record/overview/overview-page.tsx"),
  "/station": () => import("../record/station/station-page.tsx"),
  "/access/rules": () => import("../access/rules/access-rules-page.tsx"),
  "/access/schedules": () => import("../access/schedules/schedules-page.tsx"),

  "/overspeed-detection": () => import("../house/configuration/osd-configuration-page.tsx"),
  "/overspeed-detection/settings": () => import("../intake/devices/osd-settings-page.tsx"),
  "/overspeed-detection/lanes-cameras": () => import("../intake/cameras/lanes-cameras-page.tsx"),
  "/overspeed-detection/events": () => import("../record/events/osd-events-page.tsx"),
  "/overspeed-detection/uncanny-anpr-dashboard": () => import("../intake/devices/osd-dashboard-page.tsx"),

  "/epld": () => import("../house/configuration/epld-configuration-page.tsx"),
  "/epld/settings": () => import("../intake/devices/epld-settings-page.tsx"),
  "/epld/variables": () => import("../record/variables/epld-variables-page.tsx"),
  "/epld/uncanny-epld-dashboard": () => import("../intake/devices/epld-dashboard-page.tsx"),
  "/epld/alerts": () => import("../alert/alerts/epld-alerts-page.tsx"),
  "/epld/events": () => import("../record/events/epld-events-page.tsx"),

  "/camera-counting": () => import("../house/configuration/camera-counting-configuration-page.tsx"),
  "/camera-counting/settings": () => import("../intake/devices/camera-counting-settings-page.tsx"),
  "/camera-counting/variables": () => import("../record/variables/camera-counting-variables-page.tsx"),
  "/camera-counting/uncanny-anpr-dashboard": () => import("../intake/devices/camera-counting-dashboard-page.tsx"),
  "/camera-counting/events": () => import("../record/events/camera-counting-events-page.tsx"),

  "/access-control": () => import("../house/configuration/access-control-configuration-page.tsx"),
  "/access-control/anpr-settings": () => import("../intake/devices/anpr-settings-page.tsx"),
  "/access-control/gates-and-actuators": () => import("../gate/site/gates-and-actuators-page.tsx"),
  "/access-control/rfidos/settings": () => import("../intake/readers/rfid-settings-page.tsx"),
  "/access-control/rfidos/variables": () => import("../record/variables/rfid-variables-page.tsx"),
  "/access-control/ids": () => import("../access/identifiers/identifiers-page.tsx"),
  "/access-control/reservations": () => import("../access/identifiers/reservations-page.tsx"),
  "/access-control/alerts": () => import("../alert/alerts/access-control-alerts-page.tsx"),
  "/access-control/events": () => import("../record/events/anpr-events-page.tsx"),
  "/access-control/rfid-events": () => import("../record/events/rfid-events-page.tsx"),

  "/loop-detector": () => import("../house/configuration/loop-detector-configuration-page.tsx"),
  "/loop-detector/settings": () => import("../intake/loops/loop-detector-settings-page.tsx"),
  "/loop-detector/variables": () => import("../record/variables/loop-detector-variables-page.tsx"),
  "/loop-detector/events": () => import("../record/events/loop-detector-events-page.tsx"),

  "/access/lists": () => import("../access/lists/lists-page.tsx"),
  "/access/presence": () => import("../access/presence/presence-page.tsx"),
  "/access/overrides": () => import("../gate/overrides/overrides-page.tsx"),
  "/reports": () => import("../record/reports/reports-page.tsx"),
  "/tariffs": () => import("../access/fares/tariffs-page.tsx"),

  "/reporting": () => import("../record/reports/reporting-page.tsx"),
  "/configurations": () => import("../house/configuration/global-configurations-page.tsx"),
  "/settings": () => import("../house/configuration/settings-page.tsx"),
  "/settings/account": () => import("../people/account/account-page.tsx"),
  "/settings/sign-in": () => import("../people/sign-in/sign-in-page.tsx"),
  "/settings/notifications": () => import("../alert/notifications/notifications-page.tsx"),
  "/settings/people": () => import("../people/users/people-page.tsx"),
  "/settings/privacy": () => import("../house/privacy/privacy-page.tsx"),
  "/settings/audit": () => import("../house/audit/audit-page.tsx"),
};

/** The page of one gate of the station. */
export const stationGatePath = "/station/$gateId";

export const reportPath = "/reports/$type";

/** The page of the menu that a path belongs to: the station has a page for each gate, reports one for each type. */
export const pageOf = (path: string): string =>
  path.replace(/^(\/station|\/reports)\/.*$/, "$1").replace(/(?<=.)\/$/, "");

export const isPage = (path: string): boolean => Object.hasOwn(pages, pageOf(path));
