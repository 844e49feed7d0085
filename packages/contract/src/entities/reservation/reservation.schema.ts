import * as z from "zod";
import { plate } from "../../fields/plate.ts";
import { recordId } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";

/** A reservation as the server returns it. */
export const reservation = z.object({
  id: recordId,
  lp: plate.nullable(),
  rfid: z.string().nullable(),
  validFrom: instant,
  validTo: instant,
  gracePeriodEarliestEntry: instant.nullable(),
  gracePeriodLatestEntry: instant.nullable(),
  gracePeriodLatestExit: instant.nullable(),
  driverFirstName: z.string().nullable(),
  driverLastName: z.string().nullable(),
  parkingAreaId: z.string().nullable(),
  parkingUnitId: z.string().nullable(),
  shouldAllowMultipleUsage: z.boolean(),
});
reservation.register(z.globalRegistry, { id: "Reservation", description: "A reservation of another system" });

/** A stored reservation. */
export type Reservation = z.output<typeof reservation>;
