import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { cursor, limit, pageOf, queryText } from "../../fields/query.ts";
import { maxSearchLength } from "../../fields/search-length.ts";
import { reservation } from "./reservation.schema.ts";

const sought = queryText(maxSearchLength);

/** RES-2: the endpoints of reservations; they arrive through the integration API. */
export const reservationEndpoints = defineEndpoints(
  { read: "view", write: "enrol-visitors", gates: "shared" },
  {
    "GET /reservations": {
      tag: "Reservations",
      summary: "Page through the reservations, the latest first",
      query: z.strictObject({ cursor, lp: sought, rfid: sought, limit }),
      answer: pageOf(reservation).extend({ total: z.int().min(0) }),
      faults: ["cursor/invalid"],
    },
  },
);
