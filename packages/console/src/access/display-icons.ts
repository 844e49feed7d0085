import type { DisplayType } from "@gatehouse/contract/modules/module";
import { IconBulb, IconDeviceTv, IconTextCaption, type TablerIcon } from "@tabler/icons-react";

/** The icon of each type of display: a sign, a lamp, a screen. */
export const displayIcons: Record<DisplayType, TablerIcon> = {
  grid: IconTextCaption,
  binary: IconBulb,
  multimedia: IconDeviceTv,
};
