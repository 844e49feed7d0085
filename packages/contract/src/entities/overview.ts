import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { anprEvent } from "../events/anpr.ts";
import { command } from "../events/command.ts";
import { eventFigureNames } from "../events/event-fields.ts";
import { eventModules } from "../events/event-module.ts";
import { rfidEvent } from "../events/rfid.ts";
import { cursor, limit, pageOf, queryText } from "../fields/query.ts";
import { reason } from "../fields/reason.ts";
import { idInPath, idParams, recordId, version } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { endsTooEarly, instant, sentTime } from "../fields/time.ts";
import { dayMs } from "../fields/zoned-time.ts";
import {
  areaLevels,
  areaSources,
  figureNames,
  maxOverviewDays,
  maxSeriesDays,
  seriesNames,
  seriesSteps,
} from "./overview-figures.ts";

/** A list of events behind a figure: the module, the query of `GET /events/{module}`, and how many it has. */
const behind = z.object({
  module: z.enum(eventModules),
  query: z.object({
    figure: z.enum(eventFigureNames),
    from: instant.optional(),
    to: instant.optional(),
    gates: z.string().optional(),
  }),
  count: z.int(),
});

/** The events behind a figure. */
export type EventsBehind = z.output<typeof behind>;

/** A figure of a period. */
const figure = z.object({
  name: z.enum(figureNames),
  title: z.string(),
  definition: z.string(),
  unit: z.enum(["count", "minutes", "share", "rate"]),
  /** Null if nothing was counted that it could be computed from. */
  value: z.number().nullable(),
  /** Of a share: the numbers that it is made of. */
  part: z.int().nullable(),
  whole: z.int().nullable(),
  /** Of the peak hour: when it was. */
  from: instant.nullable(),
  to: instant.nullable(),
  events: z.array(behind),
});

export type OverviewFigure = z.output<typeof figure>;

/** The figures of a period. */
export const overview = z.object({
  from: instant,
  to: instant,
  figures: z.array(figure),
  /** The manual openings by person, the most first. */
  openings: z.array(z.object({ by: z.string(), count: z.int() })),
});
overview.register(z.globalRegistry, { id: "Overview", description: "The figures of a period" });

/** The figures of a period. */
export type Overview = z.output<typeof overview>;

/** A number for each hour, day or month of a period. */
export const series = z.object({
  name: z.enum(seriesNames),
  step: z.enum(seriesSteps),
  points: z.array(
    z.object({
      /** The start of the step in the time zone of the site. */
      at: instant,
      /** Null in the future. */
      value: z.number().nullable(),
    }),
  ),
});
series.register(z.globalRegistry, {
  id: "OverviewSeries",
  description: "A number for each hour, day or month of a period",
});

export type Series = z.output<typeof series>;

/** A manual opening, with the module and the picture of its event. */
export const opening = command.extend({
  gateId: recordId.nullable(),
  gateName: z.string().nullable(),
  eventModule: z.enum(eventModules).nullable(),
  vehicle: z.string().nullable(),
  fullImage: z.string().nullable(),
});
opening.register(z.globalRegistry, { id: "ManualOpening", description: "An opening of a barrier by a person" });

/** A manual opening. */
export type Opening = z.output<typeof opening>;

/** The latest vehicle at a gate. */
export const gateNow = z.object({
  /** The gate. */
  id: recordId,
  name: z.string(),
  latest: z.discriminatedUnion("module", [anprEvent, rfidEvent]).nullable(),
});
gateNow.register(z.globalRegistry, { id: "GateNow", description: "The latest vehicle at a gate" });

/** The latest vehicle at a gate. */
export type GateNow = z.output<typeof gateNow>;

const variableId = recordId.nullable().default(null);

/** Which sources count an area, and which of them leads. */
export const areaCountDraft = z
  .strictObject({
    leading: z.enum(areaSources, `Must be one of ${areaSources.join(", ")}`),
    /** Variables with the vehicles inside. */
    loopsVariableId: variableId,
    camerasVariableId: variableId,
    /** A variable with the free slots. */
    slotsVariableId: variableId,
  })
  .refine(({ leading, ...chosen }) => leading === "gates" || chosen[`${leading}VariableId`] !== null, {
    path: ["leading"],
    message: "Choose the variable of the leading source",
  });

const counted = z.object({
  source: z.enum(areaSources),
  count: z.int(),
  /** Null for gates. */
  variableId: recordId.nullable(),
});

/** Another source that differs from the leading one by more than chance. */
const drift = z.object({
  source: z.enum(areaSources),
  /** The leading count minus this one. */
  difference: z.int(),
  /** How much difference is expected since the last correction. */
  band: z.int(),
  cause: z.string(),
});

export const areaCount = z.object({
  /** The area. */
  id: recordId,
  version,
  name: z.string(),
  parentId: recordId.nullable(),
  capacity: z.int().nullable(),
  leading: z.enum(areaSources),
  loopsVariableId: recordId.nullable(),
  camerasVariableId: recordId.nullable(),
  slotsVariableId: recordId.nullable(),
  /** The count of the leading source. */
  count: z.int(),
  level: z.enum(areaLevels),
  sources: z.array(counted),
  drifts: z.array(drift),
  correctedAt: instant.nullable(),
});
areaCount.register(z.globalRegistry, { id: "AreaCount", description: "How many vehicles are in an area" });

export type AreaCount = z.output<typeof areaCount>;

/** Sets the leading count of an area. */
export const areaCorrection = z.strictObject({
  count: z.int(requiredOr("Must be a whole number")).min(0, "Must not be negative").max(1_000_000, "Is too large"),
  reason,
});

const tag = "Overview";
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** A period must not end before it starts. */
const isForward = {
  check: (period: { from: string; to: string }) => daysBetween(period) > 0,
  message: endsTooEarly,
};

const period = { from: sentTime, to: sentTime };

const openings = { from: sentTime.optional(), to: sentTime.optional(), by: queryText(255) };

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
      response: overview,
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
      response: series,
      errors: ["record/not-found"],
    },
    "GET /overview/openings": {
      tag,
      summary: "Page through the manual openings of a period, the latest first",
      query: z.strictObject({ ...openings, cursor, limit }),
      response: pageOf(opening),
      errors: ["cursor/invalid"],
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

export const gatesNowEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "gates" },
  {
    "GET /overview/gates": {
      tag,
      summary: "The latest vehicle at each gate",
      response: z.array(gateNow),
    },
  },
);

export const areaCountEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: { rows: "access_areas" } },
  {
    "GET /overview/areas": {
      tag,
      summary: "The count of each area, its sources and their drift",
      response: z.array(areaCount),
    },
    "PUT /overview/areas/{id}": {
      tag,
      summary: "Choose the sources that count an area, and the leading one",
      params: idParams,
      body: areaCountDraft,
      response: areaCount,
      errors: ["record/not-found"],
    },
    "POST /overview/areas/{id}/corrections": {
      tag,
      permission: "open",
      summary: "Correct the count of an area, with a reason",
      gates: { record: "access_areas", needs: "some" },
      params: idParams,
      body: areaCorrection,
      response: areaCount,
      status: 201,
      errors: ["record/not-found"],
    },
  },
);
