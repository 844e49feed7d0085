import { type Reservation, reservationEndpoints } from "@gatehouse/contract/entities/reservation";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Place } from "../../platform/security/cursors.ts";
import type { Services } from "../../platform/services.ts";

const reservationColumns = [
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

interface ReservationQuery {
  lp: string;
  rfid: string;
}

function matching(db: ReadDb, { lp, rfid }: ReservationQuery) {
  let rows = db.selectFrom("reservations");
  if (lp !== "") rows = rows.where("lpNormalized", "like", `%${lp}%`);
  if (rfid !== "") rows = rows.where("rfidNormalized", "like", `%${rfid}%`);
  return rows;
}

function listReservations(
  db: ReadDb,
  query: ReservationQuery,
  place: Place | undefined,
  limit: number,
): Promise<Reservation[]> {
  const isBack = place?.way === "prev";
  let rows = matching(db, query);
  if (place) rows = rows.where("id", isBack ? ">" : "<", place.id);
  return rows
    .select(reservationColumns)
    .orderBy("id", isBack ? "asc" : "desc")
    .limit(limit)
    .execute();
}

async function countReservations(db: ReadDb, query: ReservationQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export const reservationRoutes = ({ cursors }: Services) =>
  handle(reservationEndpoints, {
    "GET /reservations": async ({ query, read }) => {
      const { lp = "", rfid = "" } = query;
      const normalized = { lp: normalizeIdentifier(lp), rfid: normalizeIdentifier(rfid) };
      // A search of punctuation only can't match a plate or tag.
      const matchesNothing = (lp !== "" && normalized.lp === "") || (rfid !== "" && normalized.rfid === "");
      const page = await keysetPage({
        cursors,
        cursor: query.cursor,
        limit: query.limit,
        of: `reservations:${normalized.lp}:${normalized.rfid}`,
        fetch: async (place, limit) => (matchesNothing ? [] : listReservations(read, normalized, place, limit)),
      });
      return { ...page, total: matchesNothing ? 0 : await countReservations(read, normalized) };
    },
    "GET /reservations/{id}": async ({ params: { id }, read }) => {
      const rows = read.selectFrom("reservations").select(reservationColumns).where("id", "=", id);
      return rows.executeTakeFirstOrThrow(() => httpError("record/not-found"));
    },
  });
