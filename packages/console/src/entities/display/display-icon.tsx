import { displayTypeTitles } from "@gatehouse/contract/entities/display/display-scope";
import type { DisplayType } from "@gatehouse/contract/modules/module";
import { IconBulb, IconDeviceTv, IconTextCaption, type TablerIcon } from "@tabler/icons-react";

const icons: Record<DisplayType, TablerIcon> = { grid: IconTextCaption, binary: IconBulb, multimedia: IconDeviceTv };

/** Which kind of display it is. */
export function DisplayIcon({ type }: { type: DisplayType }) {
  const Icon = icons[type];
  return <Icon size={16} role="img" aria-label={displayTypeTitles[type]} />;
}
