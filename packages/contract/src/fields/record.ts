import * as z from "zod";
import { instant } from "./time.ts";

const maxId = 2_147_483_647;

/** WIRE-1: ids are positive integers. */
export const recordId = z.int().positive().max(maxId);

/** An id in a path. */
export const idInPath = z.coerce.number<number>().pipe(recordId);

/** The params of every `/{id}` path. */
export const idParams = z.object({ id: idInPath });

/** The version of a record for optimistic locking; increases with every update. */
export const version = z.int().positive();

/** MOD-2: when a device was last handed to the field controller; null if never. */
export const commissionedAt = instant.nullable();
