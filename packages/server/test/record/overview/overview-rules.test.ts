import { falseDenialMinutes } from "@gatehouse/contract/entities/overview-figures";
import { eventFigures } from "@gatehouse/contract/events/event-fields";
import { type EventModule, eventModules } from "@gatehouse/contract/events/event-module";
import { lowConfidence } from "@gatehouse/contract/events/read-quality";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { dwellClasses, dwellMinutesOf } from "../../../src/record/overview/overview.store.ts";
import { testServer } from "../../test-server.ts";

const { services } = await testServer();

/** The figures that accepted and denied events of these modules count for, by the function that the triggers use. */
async function figuresOf(modules: readonly EventModule[], confidence: number) {
  const { rows } = await sql<{ figure: string }>`
    select distinct figure from unnest(${[...modules]}::text[]) module
    cross join (values ('N', true), ('X', true), ('N', false)) passage(direction, "isGranted")
    cross join unnest(event_figures(module, 'PROCESSED', direction, "isGranted", ${confidence}, null)) figure
    order by 1`.execute(services.db);
  return rows.map(({ figure }) => figure);
}

describe("the SQL functions of the overview agree with the contract", () => {
  it("about the names of the figures that an event shows by itself", async () => {
    const named = Object.entries(eventFigures).filter(([, { kind }]) => kind === "event");
    expect(await figuresOf(eventModules, 0)).toEqual(named.map(([name]) => name).sort());
  });

  it("about the confidence below which a read is uncertain", async () => {
    expect(await figuresOf(["ANPR_ACCESS_CONTROL"], lowConfidence)).not.toContain("uncertainReads");
    expect(await figuresOf(["ANPR_ACCESS_CONTROL"], lowConfidence - 1e-9)).toContain("uncertainReads");
  });

  it("about the time within which an admission makes a denial a mistake", async () => {
    const { rows } = await sql<{ minutes: string | null }>`
      select substring(prosrc from 'interval ''(\\d+) minutes''') as minutes from pg_proc where proname = 'follow_stays'
    `.execute(services.db);
    expect(rows).toEqual([{ minutes: String(falseDenialMinutes) }]);
  });

  it.each([0, 1, 30, 600, 86_400, 10_000_000])("about the class of a stay of %i minutes", async (minutes) => {
    const { rows } = await sql<{ figures: string[] }>`select mark_figures('stays', ${minutes}) as figures`.execute(
      services.db,
    );
    const [, dwell = ""] = rows[0]?.figures ?? [];
    expect(dwellClasses).toContain(dwell);
    expect(Math.abs(Math.log((dwellMinutesOf(dwell) + 1) / (minutes + 1)))).toBeLessThanOrEqual(
      Math.log(1.05) / 2 + 1e-9,
    );
  });
});
