import type { DisplayType } from "@gatehouse/contract/modules/module";
import { IconBulb, IconDeviceTv, IconTextCaption, type TablerIcon } from "@tabler/icons-react";

/** The icon of a type of display: a sign, a lamp, a screen. */
export function displayIcon(type: DisplayType): TablerIcon {
  // Not a table: icons may be in a chunk that is evaluated later.
  if (type === "grid") return IconTextCaption;
  return type === "binary" ? IconBulb : IconDeviceTv;
}
