import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { maxSearchLength } from "../fields/query.ts";
import { recordId } from "../fields/record.ts";
import { isStorable, notStorable } from "../fields/text.ts";

/** Shorter texts would find almost everything. */
export const minSearchLength = 2;

/** The kind of vehicles, which are no records; their id is that of the event or the entry that they are known by. */
export const vehicleKind = "vehicles";

/** Vehicles are found by so many characters of their plate or tag, if they are inside or were seen in so many days. */
export const minPlatePart = 3;
export const vehicleSearchDays = 30;

/** The number of results of a kind. */
export const maxResultsPerKind = 5;

/** A record that was found. */
const searchResult = z.object({
  /** Named like in `resource-kind.ts`, or a vehicle. */
  kind: z.string(),
  id: recordId,
  title: z.string(),
  /** What tells it apart from others: owner, address, role; with times as in `sentence-time.ts`. */
  detail: z.string(),
  /** The module or the source that it belongs to; null if it belongs to none. */
  scope: z.string().nullable(),
});

/** A record that was found. */
export type SearchResult = z.output<typeof searchResult>;

const text = z
  .string()
  .trim()
  .min(minSearchLength, `At least ${minSearchLength} characters`)
  .max(maxSearchLength, `At most ${maxSearchLength} characters`)
  .refine(isStorable, notStorable);

/** The search of the command palette. */
export const searchEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /search": {
      tag: "Search",
      summary: "Find vehicles, plates, tags, gates, devices, areas, passes and people by a part of their name",
      query: z.strictObject({ text }),
      response: z.array(searchResult),
    },
  },
);
