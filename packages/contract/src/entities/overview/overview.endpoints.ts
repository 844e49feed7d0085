import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { endsTooEarly } from "../../fields/period-fault.ts";
import { cursor, limit, pageOf, queryText } from "../../fields/query.ts";
import { idInPath, idParams } from "../../fields/record.ts";
import { sentTime } from "../../fields/time.ts";
import { maxOverviewDays, maxSeriesDays, seriesNames, seriesSteps } from "./figures.ts";
import { areaCorrection, areaCount, areaCountDraft, gateNow, opening, overview, series } from "./overview.schema.ts";

const tag = "Overview";
const dayMs = 86_400_000;
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** A period must not end before it starts. */
const isForward = {
  check: (period: { from: string; to: string }) => daysBetween(period) > 0,
  message: endsTooEarly,
};

const period = { from: sentTime, to: sentTime };

const openings = { from: sentTime.optional(), to: sentTime.optional(), by: queryText(255) };

/** OPS-1: the endpoints of the overview. */
export const overviewEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: "own" },
  {
    "GET /overview": {
      tag,
      summary: "The figures of a period, each with its definition and the events behind it",
      query: z
        .strictObject(period)
        .refine(isForward.check, { path: ["to"], message: isForward.message })
        .refine((sought) => daysBetween(sought) <= maxOverviewDays, {
          path: ["to"],
          message: `At most ${maxOverviewDays} days`,
        }),
      answer: overview,
    },
    "GET /overview/series": {
      tag,
      summary: "A figure, or the vehicles in an area, per hour, day or month",
      query: z
        .strictObject({
          name: z.enum(seriesNames, `Must be one of ${seriesNames.join(", ")}`),
          ...period,
          step: z.enum(seriesSteps, `Must be one of ${seriesSteps.join(", ")}`).default("hour"),
          /** The area of the occupancy. */
          area: idInPath.optional(),
        })
        .refine(isForward.check, { path: ["to"], message: isForward.message })
        .refine((sought) => daysBetween(sought) <= maxSeriesDays[sought.step], {
          path: ["to"],
          message: "Too long for this step",
        })
        .refine(({ name, area }) => (name === "occupancy") === (area !== undefined), {
          path: ["area"],
          message: "Needed for the occupancy, and for nothing else",
        }),
      answer: series,
      faults: ["record/not-found"],
    },
    "GET /overview/openings": {
      tag,
      summary: "Page through the manual openings of a period, the latest first",
      query: z.strictObject({ ...openings, cursor, limit }),
      answer: pageOf(opening),
      faults: ["cursor/invalid"],
    },
    "GET /overview/openings/export": {
      tag,
      permission: "export",
      summary: "Export the manual openings of a period as CSV",
      query: z.strictObject(openings),
      download: "text/csv",
      exports: "commands",
    },
  },
);

/** OPS-1: the endpoint of the gates now. */
export const gatesNowEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "gates" },
  {
    "GET /overview/gates": {
      tag,
      summary: "The latest vehicle at each gate",
      answer: z.array(gateNow),
    },
  },
);

/** OPS-7: the endpoints of the counts of areas. */
export const areaCountEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: { rows: "access_areas" } },
  {
    "GET /overview/areas": {
      tag,
      summary: "The count of each area, its sources and their drift",
      answer: z.array(areaCount),
    },
    "PUT /overview/areas/{id}": {
      tag,
      summary: "Choose the sources that count an area, and the leading one",
      params: idParams,
      body: areaCountDraft,
      answer: areaCount,
      faults: ["record/not-found"],
    },
    "POST /overview/areas/{id}/corrections": {
      tag,
      permission: "open",
      summary: "Correct the count of an area, with a reason",
      gates: { record: "access_areas", needs: "some" },
      params: idParams,
      body: areaCorrection,
      answer: areaCount,
      status: 201,
      faults: ["record/not-found"],
    },
  },
);
