import * as z from "zod";
import { recordId } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";
import { alertScopes, alertTypes } from "./alert-type.ts";

/** An alert as the server returns it. */
export const alert = z.object({
  id: recordId,
  type: z.enum(alertTypes),
  scope: z.enum(alertScopes),
  status: z.enum(["new", "resolved"]),
  title: z.string(),
  description: z.string(),
  createdAt: instant,
  /** How often the fault occurred while the alert was open. */
  count: z.int().positive(),
  lastSeenAt: instant,
  resolvedAt: instant.nullable(),
  additionalInfo: z.record(z.string(), z.unknown()),
});

/** A stored alert. */
export type Alert = z.output<typeof alert>;
