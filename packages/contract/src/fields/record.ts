import * as z from "zod";
import { maxInteger } from "./number.ts";
import { instant } from "./time.ts";

/** WIRE-1: ids are positive integers. */
export const recordId = z.int().positive().max(maxInteger);

/** The id of a record that a person has to choose, with the message for a missing choice. */
export const chosenId = (message: string) => z.int(message).positive(message).max(maxInteger, message);

/** An id in a path. */
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

/** MOD-2: when a device was last handed to the field controller; null if never. */
export const commissionedAt = instant.nullable();
