import {
  type DisplayScope,
  displayScopeOf,
  gateDisplayScopes,
} from "@gatehouse/contract/entities/display/display-scope";
import { moduleKinds } from "@gatehouse/contract/modules/module";
import type { Site } from "../site/site-cache.ts";
import type { SiteDisplay } from "../site/site-wiring.ts";

/**
 * MOD-3: the displays of an inactive module are not driven. Those of access control show the decisions of both of its
 * modules, because a gate can have displays of either.
 */
export const isActive = ({ modules }: Pick<Site, "modules">, { scope }: Pick<SiteDisplay, "scope">): boolean => {
  const own = scope as DisplayScope;
  const scopes = gateDisplayScopes.includes(own) ? gateDisplayScopes : [own];
  return moduleKinds.some((module) => modules[module] && scopes.some((one) => displayScopeOf[module] === one));
};
