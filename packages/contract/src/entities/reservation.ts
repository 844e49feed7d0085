import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { plate } from "../fields/plate.ts";
import { cursor, limit, maxSearchLength, pageOf, queryText } from "../fields/query.ts";
import { idParams, recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";

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

export type Reservation = z.output<typeof reservation>;

const sought = queryText(maxSearchLength);

/** The endpoints of reservations; they arrive through the integration API. */
export const reservationEndpoints = defineEndpoints(
  { read: "view", write: "enrol-visitors", gates: "shared" },
  {
    "GET /reservations": {
      tag: "Reservations",
      summary: "Page through the reservations, the latest first",
      query: z.strictObject({ cursor, lp: sought, rfid: sought, limit }),
      response: pageOf(reservation).extend({ total: z.int().min(0) }),
      errors: ["cursor/invalid"],
    },
    "GET /reservations/{id}": {
      tag: "Reservations",
      summary: "Read one reservation",
      params: idParams,
      response: reservation,
      errors: ["record/not-found"],
    },
  },
);
