import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display-scope";
import { signRows } from "@gatehouse/contract/entities/display/sign-rows";
import type { ModuleKind } from "@gatehouse/contract/modules/module-kind";
import type { FieldTransports } from "@gatehouse/drivers/field-transport";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import type { Services } from "../../platform/services.ts";
import type { Site, SiteFacts } from "../ingest/site.ts";
import type { SiteDisplay } from "../ingest/site-wiring.ts";
import { type Repeating, repeat } from "../repeat.ts";
import type { Supervisors } from "./supervisor.ts";

/** Keeps signs at what they say while nothing happens. */
export interface Signs {
  /** A message was shown: the sign goes back to its idle rows when its time is over. */
  hold(displayId: number, rows: readonly string[], ms: number): void;
  start(): Repeating;
}

interface SignParts {
  readonly services: Services;
  readonly facts: SiteFacts;
  readonly supervisors: Supervisors;
  readonly transports: FieldTransports;
  readonly isLeading: () => boolean;
}

type Grid = Extract<SiteDisplay, { type: "grid" }>;

const retryMs = 5_000;

/** What a sign shows, as far as is known: signs are written to only when that changes. */
interface Shown {
  rows: string;
  /** Until when a message stays. */
  until: number;
}

/** Writes idle rows, which follow the variables. */
export function openSigns({ services, facts, supervisors, transports, isLeading }: SignParts): Signs {
  const { db, clock, log, live } = services;
  const shown = new Map<number, Shown>();
  const timers = new Set<NodeJS.Timeout>();

  async function refresh(): Promise<void> {
    if (!isLeading()) return;
    const site = await facts.now();
    const grids = [...site.displays.values()].filter((display) => display.type === "grid" && isActive(site, display));
    const values = await valuesOf(grids as Grid[]);
    for (const grid of grids as Grid[]) refreshOne(grid, (id) => values.get(id));
  }

  async function valuesOf(grids: readonly Grid[]): Promise<Map<number, number>> {
    const ids = [...new Set(grids.flatMap(({ variables }) => variables.map(({ variableId }) => variableId)))];
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom("variables").select(["id", "computedValue"]).where("id", "in", ids).execute();
    return new Map(rows.map(({ id, computedValue }) => [id, computedValue]));
  }

  function refreshOne(grid: Grid, current: (variableId: number) => number | undefined): void {
    const { id, address, driver, idle, variables } = grid;
    const drive = signDrivers[driver];
    if (address === null || !drive) return;
    const { rows } = signRows({ ...address, idle, variables }, current, null);
    const text = textOf(address, rows);
    if (isHeld(id) || shown.get(id)?.rows === text) return;
    // Taken as shown from here on, so that the next look does not write it a second time.
    const before: Shown = { rows: text, until: 0 };
    shown.set(id, before);
    const run = async () => {
      if (isHeld(id)) return;
      const { outcome } = await drive.show(address, rows, transports);
      if (outcome !== "accepted" && shown.get(id) === before) shown.delete(id);
    };
    supervisors.add(`${address.host}:${address.port}`, { run });
  }

  const isHeld = (id: number) => (shown.get(id)?.until ?? 0) > clock.now().getTime();

  const refreshNow = () => refresh().catch((error) => log.warn({ error }, "could not bring the signs up to date"));

  return {
    hold: (displayId, rows, ms) => {
      shown.set(displayId, { rows: `message ${rows.join("\n")}`, until: clock.now().getTime() + ms });
      const timer = setTimeout(() => {
        timers.delete(timer);
        void refreshNow();
      }, ms + 1);
      timers.add(timer);
    },
    start: () => {
      const looking = repeat("signs", log, async () => {
        await refresh();
        return { waitMs: retryMs };
      });
      const unsubscribe = live.subscribe((topics) => {
        if (topics.some((topic) => topic === "variables" || topic === "displays" || topic === "module_activation"))
          void refreshNow();
      });
      return {
        stop: async () => {
          unsubscribe();
          await looking.stop();
          for (const timer of timers) clearTimeout(timer);
          timers.clear();
          shown.clear();
        },
      };
    },
  };
}

/** The same rows on another sign, or on one of another size, are something else. */
const textOf = ({ host, port, rows, chars }: NonNullable<Grid["address"]>, lines: readonly string[]) =>
  [host, port, rows, chars, ...lines].join("\n");

const moduleOfScope = new Map(
  Object.entries(displayScopeOf).map(([module, scope]) => [scope, module as ModuleKind] as const),
);

/** MOD-3: an inactive module's signs are left alone. */
const isActive = ({ modules }: Site, { scope }: SiteDisplay) => {
  const module = moduleOfScope.get(scope as DisplayScope);
  return module !== undefined && modules[module];
};
