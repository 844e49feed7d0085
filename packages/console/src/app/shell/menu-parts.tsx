import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import type { MenuSection } from "@gatehouse/contract/modules/module";
import type { operationsMenu } from "@gatehouse/contract/modules/operations";
import type { menu } from "@gatehouse/contract/modules/registry";
import {
  IconAdjustmentsHorizontal,
  IconBarrierBlock,
  IconCalendarTime,
  IconCar,
  IconCarGarage,
  IconClipboardList,
  IconDeviceDesktop,
  IconFileAnalytics,
  IconGauge,
  IconLayoutDashboard,
  IconParking,
  IconReceipt2,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconShieldExclamation,
  IconTopologyRing,
  type TablerIcon,
} from "@tabler/icons-react";
import { AlertCount } from "../../alert/alerts/alert-count.tsx";

type IconPath = (typeof menu)[number]["path"] | (typeof operationsMenu)["entries"][number]["path"];

/** Icon of each menu section and of each page of the operations. */
const menuIcons: Record<IconPath, TablerIcon> = {
  "/overview": IconLayoutDashboard,
  "/station": IconDeviceDesktop,
  "/access/rules": IconShieldCheck,
  "/access/schedules": IconCalendarTime,
  "/access/lists": IconClipboardList,
  "/access/presence": IconCarGarage,
  "/access/overrides": IconShieldExclamation,
  "/reports": IconReportAnalytics,
  "/tariffs": IconReceipt2,
  "/overspeed-detection": IconGauge,
  "/epld": IconParking,
  "/camera-counting": IconCar,
  "/access-control": IconBarrierBlock,
  "/loop-detector": IconTopologyRing,
  "/reporting": IconFileAnalytics,
  "/configurations": IconAdjustmentsHorizontal,
  "/settings": IconSettings,
};

/** The pages that show alerts. Camera counting has no page for them alone. */
const alertScopes = {
  "/epld/alerts": "epld",
  "/access-control/alerts": "ac",
  "/camera-counting/settings": "cc",
} as const;
export const alertsAt = (path: string) => alertScopes[path as keyof typeof alertScopes] as AlertScope | undefined;
/** The icon of a section or page. */
export const iconOf = (path: string) => menuIcons[path as keyof typeof menuIcons];

/** The alerts of a section, which hides the page that shows them. */
export function HiddenAlerts({ section }: { section: MenuSection }) {
  const scope = section.entries.map(({ path }) => alertsAt(path)).find(Boolean);
  return scope && <AlertCount scope={scope} />;
}
