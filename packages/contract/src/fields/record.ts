import * as z from "zod";
import { maxInteger } from "./number.ts";
import { instant } from "./time.ts";

export const recordId = z.int().positive().max(maxInteger);

/** The id of an event, which may exceed the range of a record id. */
export const eventId = z.int().positive();

/** The id of a record that a person has to choose, with the message for a missing choice. */
export const chosenId = (message: string) => z.int(message).positive(message).max(maxInteger, message);

export const idInPath = z.coerce.number<number>().pipe(recordId);

/** The params of every `/{id}` path. */
export const idParams = z.object({ id: idInPath });

/** The version of a record for optimistic locking; increases with every update. */
export const version = z
  .int()
  .positive()
  .max(maxInteger)
  .describe(
    "Increases with each change. Sent back in If-Match or in the body, it refuses a change of an outdated record",
  );

/** When a device was last handed to the field controller; null if never. */
export const commissionedAt = instant.nullable();

/** The gates that a role is limited to; null means all. */
export const gateIds = z
  .array(recordId, "Must be a list of gates, or null for all")
  .max(1_000, "At most 1000 gates")
  .refine((ids) => new Set(ids).size === ids.length, "Duplicate gate")
  .nullable();

/** How many groups an identifier can belong to. */
export const maxGroups = 50;

/** The groups of an identifier. */
export const groupIds = z
  .array(recordId)
  .max(maxGroups, `At most ${maxGroups} groups`)
  .refine((ids) => new Set(ids).size === ids.length, "Duplicate group");
