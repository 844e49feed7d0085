import type { menu } from "@gatehouse/contract/modules/registry";
import {
  IconAdjustmentsHorizontal,
  IconBarrierBlock,
  IconCar,
  IconFileAnalytics,
  IconGauge,
  IconParking,
  IconSettings,
  IconTopologyRing,
  type TablerIcon,
} from "@tabler/icons-react";

/** Icon of each menu section. */
export const menuIcons: Record<(typeof menu)[number]["path"], TablerIcon> = {
  "/overspeed-detection": IconGauge,
  "/epld": IconParking,
  "/camera-counting": IconCar,
  "/access-control": IconBarrierBlock,
  "/loop-detector": IconTopologyRing,
  "/reporting": IconFileAnalytics,
  "/configurations": IconAdjustmentsHorizontal,
  "/settings": IconSettings,
};
