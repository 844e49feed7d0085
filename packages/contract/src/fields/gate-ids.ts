import * as z from "zod";
import { recordId } from "./record.ts";

/** ROLE-3: the gates that a role is limited to; null means all. */
export const gateIds = z
  .array(recordId, "Must be a list of gates, or null for all")
  .max(1_000, "At most 1000 gates")
  .refine((ids) => new Set(ids).size === ids.length, "Duplicate gate")
  .nullable();
