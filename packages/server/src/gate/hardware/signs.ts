import { signRows } from "@gatehouse/contract/entities/display/sign-rows";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import type { BackgroundJob } from "../../platform/background-job.ts";
import { isActive } from "../site/active-display.ts";
import type { Site } from "../site-cache.ts";
import type { SiteDisplay } from "../site-wiring.ts";
import { createReconciler, currentValues, type DesiredState, type ReconcilerParts } from "./reconciler.ts";
import { withCommunity } from "./sign-community.ts";

/** Shows the idle rows of signs. */
export interface Signs {
  /** A command shows a message for this time; afterwards the sign shows its idle rows again. */
  hold(displayId: number, ms: number): void;
  /** The sign was offline: it may have lost its text. */
  restore(displayId: number): void;
  start(): BackgroundJob;
}

type Grid = Extract<SiteDisplay, { type: "grid" }>;

/** Writes idle rows whenever their variables change. */
export function createSigns(parts: ReconcilerParts): Signs {
  const reconciler = createReconciler("signs", parts, async (site) => {
    const grids = gridsOf(site);
    const ids = grids.flatMap(({ variables }) => variables.map(({ variableId }) => variableId));
    const currentOf = await currentValues(parts.services.db, ids);
    return grids.flatMap((grid) => toDesired(grid, currentOf));
  });

  function toDesired(grid: Grid, currentOf: (id: number) => number | undefined) {
    const { id, address, driver, idle, variables } = grid;
    const drive = findDriver(signDrivers, driver);
    if (address === null || !drive) return [];
    const { rows } = signRows({ ...address, idle, variables }, currentOf, null);
    const write = async () => {
      const sign = withCommunity(address, grid, parts.services.secrets);
      if (!sign.ok) return sign.outcome;
      const route = await parts.routes.to(address.host);
      if (!route.ok) return route.outcome;
      const result = await drive.show(sign.address, rows, route.transports);
      parts.onResult({ kind: "sign", id: String(id) }, result);
      return result;
    };
    return [{ key: String(id), ...address, state: textOf(grid, address, rows), write }] satisfies DesiredState[];
  }

  return {
    hold: (displayId, ms) => reconciler.hold(String(displayId), ms),
    restore: (displayId) => reconciler.restore(String(displayId)),
    start: reconciler.start,
  };
}

const gridsOf = (site: Site): Grid[] =>
  [...site.displays.values()].filter((display): display is Grid => display.type === "grid" && isActive(site, display));

/** Includes how the sign is reached and its size, so that a sign that was moved or resized is written again. */
const textOf = (
  { driver, communitySecret }: Grid,
  { host, port, rows, chars }: NonNullable<Grid["address"]>,
  lines: readonly string[],
) => [driver, communitySecret, host, port, rows, chars, ...lines].join("\n");
