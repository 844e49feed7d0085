import { reservationEndpoints } from "@gatehouse/contract/entities/reservation/reservation.endpoints";
import type { Reservation } from "@gatehouse/contract/entities/reservation/reservation.schema";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { ReadDb } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import type { Place } from "../platform/security/cursors.ts";
import type { Services } from "../platform/services.ts";
import { keysetPage } from "../resources/keyset-page.ts";

const answered = [
  "id",
  "lp",
  "rfid",
  "validFrom",
  "validTo",
  "gracePeriodEarliestEntry",
  "gracePeriodLatestEntry",
  "gracePeriodLatestExit",
  "driverFirstName",
  "driverLastName",
  "parkingAreaId",
  "parkingUnitId",
  "shouldAllowMultipleUsage",
] as const;

interface Sought {
  lp: string;
  rfid: string;
}

function reservations(
  db: ReadDb,
  { lp, rfid }: Sought,
  place: Place | undefined,
  limit: number,
): Promise<Reservation[]> {
  const isBack = place?.way === "prev";
  let rows = db.selectFrom("reservations").select(answered);
  if (lp !== "") rows = rows.where("lpNormalized", "like", `%${lp}%`);
  if (rfid !== "") rows = rows.where("rfidNormalized", "like", `%${rfid}%`);
  if (place) rows = rows.where("id", isBack ? ">" : "<", place.id);
  return rows
    .orderBy("id", isBack ? "asc" : "desc")
    .limit(limit)
    .execute();
}

/** RES-2: the list of reservations. */
export const reservationRoutes = ({ cursors }: Services) =>
  handle(reservationEndpoints, {
    "GET /reservations": ({ query, read }) => {
      const { lp = "", rfid = "" } = query;
      const sought = { lp: normalizeIdentifier(lp), rfid: normalizeIdentifier(rfid) };
      // Of signs only: no plate and no tag has any.
      const isInVain = (lp !== "" && sought.lp === "") || (rfid !== "" && sought.rfid === "");
      return keysetPage({
        cursors,
        cursor: query.cursor,
        limit: query.limit,
        of: `reservations:${sought.lp}:${sought.rfid}`,
        fetch: async (place, limit) => (isInVain ? [] : reservations(read, sought, place, limit)),
      });
    },
  });
