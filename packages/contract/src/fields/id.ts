import * as z from "zod";

const largest = 2_147_483_647;

/** WIRE-1: ids are positive integers. */
export const recordId = z.int().positive().max(largest);

/** An id as it stands in a path. */
export const idInPath = z.coerce.number<number>().pipe(recordId);

/** The params of every `/{id}` path. */
export const idParams = z.object({ id: idInPath });
