import * as z from "zod";
import { recordId } from "./record.ts";

/** RULE-2: how many groups an identifier can belong to. */
export const maxGroups = 50;

/** RULE-2: the groups of an identifier. */
export const groupIds = z
  .array(recordId)
  .max(maxGroups, `At most ${maxGroups} groups`)
  .refine((ids) => new Set(ids).size === ids.length, "Duplicate group");
