import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display-scope";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Site } from "../site/site-cache.ts";
import type { SiteDisplay } from "../site/site-wiring.ts";

const moduleOfScope = new Map(
  Object.entries(displayScopeOf).map(([module, scope]) => [scope, module as ModuleKind] as const),
);

/** MOD-3: the displays of an inactive module are not driven. */
export const isActive = ({ modules }: Pick<Site, "modules">, { scope }: Pick<SiteDisplay, "scope">): boolean => {
  const module = moduleOfScope.get(scope as DisplayScope);
  return module !== undefined && modules[module];
};
