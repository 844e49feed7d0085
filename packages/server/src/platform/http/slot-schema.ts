import type { Schema } from "@gatehouse/contract/endpoint";
import type * as z from "zod";

/** The zod schema of an endpoint's slot. Every slot is one; the contract declares only its types to keep type checking fast. */
export const slotSchema = (slot: Schema): z.ZodType => slot as z.ZodType;
