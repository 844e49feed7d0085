import type { CommandError } from "@gatehouse/contract/events/command";
import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import type { Selectable } from "kysely";
import { insertedEventColumns } from "../../intake/inserted-event-columns.ts";
import type { Tables } from "../../platform/database/database.types.ts";
import type { ColumnTypes } from "../../platform/database/recordset.ts";

/** All columns of an event: those above, and those that are filled in after it is stored. */
export const eventColumns = {
  ...insertedEventColumns,
  sightings: "integer",
  fullImage: "text",
  plateImage: "text",
} as const satisfies ColumnTypes<"events">;

type EventColumn = keyof typeof eventColumns;

/** Columns that lists and exports do not show. */
const internalColumns = [
  "deviceId",
  "plateNormalized",
  "tagNormalized",
  "trace",
  "identifierId",
  "reservationId",
  "passageOf",
  "listing",
] as const satisfies readonly EventColumn[];

type ListedColumn = Exclude<EventColumn, (typeof internalColumns)[number]>;
type CodeColumn = "module" | "status" | "timing" | "direction";

/** The columns of an event that lists, live rows and exports read. */
export const listedEventColumns = Object.keys(eventColumns).filter(
  (name): name is ListedColumn => !(internalColumns as readonly string[]).includes(name),
);

/** An event as lists, live rows and exports read it, with the failure of its open command and results of shadow rules. */
export type EventRow = Omit<Pick<Selectable<Tables["events"]>, ListedColumn>, CodeColumn> &
  Pick<EventRecord, CodeColumn> & {
    barrierFailure: CommandError | null;
    letIn: { by: string; reason: string } | null;
    shadow: string[] | null;
  };
