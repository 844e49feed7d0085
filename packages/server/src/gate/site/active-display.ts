import { type DisplayScope, displayScopeOf, gateDisplayScopes } from "@gatehouse/contract/entities/display/display";
import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module";
import type { Site } from "../site-cache.ts";
import type { SiteDisplay } from "../site-wiring.ts";

const moduleOfScope = new Map(
  Object.entries(displayScopeOf).map(([module, scope]) => [scope, module as ModuleKind] as const),
);

export const moduleOfDisplay = ({ scope }: Pick<SiteDisplay, "scope">): ModuleKind | undefined =>
  moduleOfScope.get(scope as DisplayScope);

/**
 * The displays of an inactive module are not driven. Those of access control show the decisions of both of its
 * modules, because a gate can have displays of either.
 */
export const isActive = ({ modules }: Pick<Site, "modules">, { scope }: Pick<SiteDisplay, "scope">): boolean => {
  const own = scope as DisplayScope;
  const scopes = gateDisplayScopes.includes(own) ? gateDisplayScopes : [own];
  return moduleKinds.some((module) => modules[module] && scopes.some((one) => displayScopeOf[module] === one));
};
