import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import type { MenuSection } from "@gatehouse/contract/modules/module";
import { AlertCount } from "../../entities/alert/alert-count.tsx";
import { menuIcons } from "./menu-icons.ts";

/** The pages that show alerts. Camera counting has no page for them alone. */
const alertScopes = {
  "/epld/alerts": "epld",
  "/access-control/alerts": "ac",
  "/camera-counting/settings": "cc",
} as const;
/** The alerts that a page shows. */
export const alertsAt = (path: string) => alertScopes[path as keyof typeof alertScopes] as AlertScope | undefined;
/** The icon of a section or page. */
export const iconOf = (path: string) => menuIcons[path as keyof typeof menuIcons];

/** The alerts of a section, which hides the page that shows them. */
export function HiddenAlerts({ section }: { section: MenuSection }) {
  const scope = section.entries.map(({ path }) => alertsAt(path)).find(Boolean);
  return scope && <AlertCount scope={scope} />;
}
