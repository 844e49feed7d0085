import * as z from "zod";
import { instant } from "./time.ts";

const largest = 2_147_483_647;

/** WIRE-1: ids are positive integers. */
export const recordId = z.int().positive().max(largest);

/** An id as it stands in a path. */
export const idInPath = z.coerce.number<number>().pipe(recordId);

/** The params of every `/{id}` path. */
export const idParams = z.object({ id: idInPath });

/** Rises with every change of a record, so that a save can tell that it is based on an older one. */
export const version = z.int().positive();

/** MOD-2: when a device last went out to the field controller; null while it never did. */
export const commissionedAt = instant.nullable();
