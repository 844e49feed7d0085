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

type IconPath = (typeof menu)[number]["path"] | (typeof operationsMenu)["entries"][number]["path"];

/** Icon of each menu section and of each page of the operations. */
export const menuIcons: Record<IconPath, TablerIcon> = {
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
