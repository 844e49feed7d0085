import type { Reservation } from "@gatehouse/contract/entities/reservation/reservation.schema";
import { callMessages } from "@gatehouse/contract/messages";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { dateTimeText } from "../../ui/moment-text.ts";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import classes from "./reservation-table.module.css";

const pageSize = 100;
const columns = [
  { title: "#", width: "56px" },
  { title: "License Plate", width: "150px" },
  { title: "RFID" },
  { title: "Valid From" },
  { title: "Valid Upto" },
  { title: "Grace Period Earliest Entry" },
  { title: "Grace Period Latest Entry" },
  { title: "Grace Period Latest Exit" },
  { title: "Driver Name" },
  { title: "Parking Area/Unit ID" },
  { title: "Multiple Usage" },
];

/** RES-1, RES-2: the reservations, a hundred a page. */
export function ReservationTable() {
  const [filters, filter] = useFilters(["lp", "rfid"]);
  const [place, setPlace] = useState<{ page: number; cursor?: string }>({ page: 1 });
  const { timeZone } = useSite();
  const input = { query: { ...filters, ...(place.cursor !== undefined && { cursor: place.cursor }), limit: pageSize } };
  const query = useQuery({
    ...callQuery("reservations", "GET /reservations", input),
    placeholderData: keepPreviousData,
  });
  const search = (name: "lp" | "rfid") => (text: string) => {
    setPlace({ page: 1 });
    filter(name, text);
  };
  const { next, prev } = query.data ?? { next: null, prev: null };
  const rows = query.data?.data.map((reservation, index) => ({
    reservation,
    number: (place.page - 1) * pageSize + index + 1,
  }));
  const isNarrowed = filters.lp !== undefined || filters.rfid !== undefined;
  return (
    <>
      <div className={classes.tools}>
        <SearchBox label="Search by license plate" value={filters.lp ?? ""} onSearch={search("lp")} />
        <SearchBox label="Search by RFID" value={filters.rfid ?? ""} onSearch={search("rfid")} />
      </div>
      <DataTable
        label="Reservations"
        columns={columns}
        rows={rows}
        failure={
          query.isError
            ? {
                text: errorText(query.error, callMessages["GET /reservations"]?.failure),
                retry: () => void query.refetch(),
              }
            : undefined
        }
        empty={
          isNarrowed
            ? "No reservation matches this search."
            : "No reservations yet. They arrive from other systems through the integration API."
        }
      >
        {({ reservation, number }) => (
          <ReservationRow key={reservation.id} reservation={reservation} number={number} timeZone={timeZone} />
        )}
      </DataTable>
      {(next !== null || prev !== null || place.page > 1) && (
        <Pager
          page={place.page}
          hasNext={next !== null}
          onTurn={(page) => setPlace({ page, ...cursorOf(page > place.page ? next : prev) })}
        />
      )}
    </>
  );
}

const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor });
const orDash = (text: string | null) => (text === null || text === "" ? "-" : text);

interface ReservationRowProps {
  reservation: Reservation;
  number: number;
  timeZone: string;
}

function ReservationRow({ reservation, number, timeZone }: ReservationRowProps) {
  const { lp, rfid, validFrom, validTo, parkingAreaId, parkingUnitId } = reservation;
  const time = (at: string | null) => (at === null ? "-" : dateTimeText(new Date(at), timeZone));
  const place = [parkingAreaId, parkingUnitId].map(orDash);
  const driver = [reservation.driverFirstName, reservation.driverLastName].filter(Boolean).join(" ");
  return (
    <tr>
      <td data-label="#">{number}</td>
      <td data-label="License Plate">{lp === null ? "-" : <span className={classes.plate}>{lp}</span>}</td>
      <td data-label="RFID">{orDash(rfid)}</td>
      <td data-label="Valid From">{time(validFrom)}</td>
      <td data-label="Valid Upto">{time(validTo)}</td>
      <td data-label="Grace Period Earliest Entry">{time(reservation.gracePeriodEarliestEntry)}</td>
      <td data-label="Grace Period Latest Entry">{time(reservation.gracePeriodLatestEntry)}</td>
      <td data-label="Grace Period Latest Exit">{time(reservation.gracePeriodLatestExit)}</td>
      <td data-label="Driver Name">{orDash(driver)}</td>
      <td data-label="Parking Area/Unit ID">{place.every((part) => part === "-") ? "-" : place.join(" / ")}</td>
      <td data-label="Multiple Usage">{reservation.shouldAllowMultipleUsage ? "Yes" : "No"}</td>
    </tr>
  );
}
