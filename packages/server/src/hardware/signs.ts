import { signRows } from "@gatehouse/contract/entities/display/sign-rows";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import type { BackgroundJob } from "../platform/background-job.ts";
import type { Site } from "../site/site-cache.ts";
import type { SiteDisplay } from "../site/site-wiring.ts";
import { isActive } from "./active-display.ts";
import { createReconciler, currentValues, type ReconcilerParts, type Wanted } from "./reconciler.ts";

/** Keeps signs at what they say while nothing happens. */
export interface Signs {
  /** A message was shown: the sign goes back to its idle rows when its time is over. */
  hold(displayId: number, ms: number): void;
  start(): BackgroundJob;
}

type Grid = Extract<SiteDisplay, { type: "grid" }>;

/** Writes idle rows, which follow the variables. */
export function createSigns(parts: ReconcilerParts): Signs {
  const upkeep = createReconciler("signs", parts, async (site) => {
    const grids = gridsOf(site);
    const ids = grids.flatMap(({ variables }) => variables.map(({ variableId }) => variableId));
    const currentOf = await currentValues(parts.services.db, ids);
    return grids.flatMap((grid) => wanted(grid, currentOf));
  });

  function wanted({ id, address, driver, idle, variables }: Grid, currentOf: (id: number) => number | undefined) {
    const drive = findDriver(signDrivers, driver);
    if (address === null || !drive) return [];
    const { rows } = signRows({ ...address, idle, variables }, currentOf, null);
    const write = async () => {
      const route = await parts.routes.to(address.host);
      return route.ok ? drive.show(address, rows, route.transports) : route.outcome;
    };
    return [{ key: String(id), ...address, state: textOf(address, rows), write }] satisfies Wanted[];
  }

  return { hold: (displayId, ms) => upkeep.hold(String(displayId), ms), start: upkeep.start };
}

const gridsOf = (site: Site): Grid[] =>
  [...site.displays.values()].filter((display): display is Grid => display.type === "grid" && isActive(site, display));

/** The same rows on another sign, or on one of another size, are something else. */
const textOf = ({ host, port, rows, chars }: NonNullable<Grid["address"]>, lines: readonly string[]) =>
  [host, port, rows, chars, ...lines].join("\n");
