import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display-scope";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Site } from "./site-cache.ts";
import type { SiteDisplay } from "./site-wiring.ts";

const moduleOfScope = new Map(
  Object.entries(displayScopeOf).map(([module, scope]) => [scope, module as ModuleKind] as const),
);

/** The module of a display. */
export const moduleOfDisplay = ({ scope }: Pick<SiteDisplay, "scope">): ModuleKind | undefined =>
  moduleOfScope.get(scope as DisplayScope);

/** MOD-3: the displays of an inactive module are not driven. */
export const isActive = ({ modules }: Pick<Site, "modules">, display: Pick<SiteDisplay, "scope">): boolean => {
  const module = moduleOfDisplay(display);
  return module !== undefined && modules[module];
};
