import type { Reservation } from "@gatehouse/contract/entities/reservation";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { HistoryButton } from "../../forms/history-button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import classes from "./reservation-table.module.css";

/** Reservations from other systems. */
export default function ReservationsPage() {
  return (
    <Page purpose="Reservations arrive from other systems and cannot be changed here.">
      <ReservationTable />
    </Page>
  );
}

const pageSize = 100;
const time = { width: "106px", smallWidth: "60px" };
const columns = [
  { title: "#", width: "52px", smallWidth: "28px" },
  { title: "License Plate", width: "144px", smallWidth: "134px" },
  { title: "RFID" },
  { title: "Valid From", ...time },
  { title: "Valid Upto", ...time },
  { title: "Grace Period Earliest Entry", ...time },
  { title: "Grace Period Latest Entry", ...time },
  { title: "Grace Period Latest Exit", ...time },
  { title: "Driver Name", smallWidth: "82px" },
  { title: "Parking Area/Unit ID", smallWidth: "74px" },
  { title: "Multiple Usage", width: "88px", smallWidth: "62px" },
];

interface Place {
  page: number;
  cursor?: string;
  /** The search that the cursor belongs to. */
  of?: string;
}

/** The reservations, 100 per page. */
function ReservationTable() {
  const [filters, filter] = useFilters(["lp", "rfid"]);
  const [turned, setPlace] = useState<Place>({ page: 1 });
  const of = JSON.stringify(filters);
  // A cursor is only valid for its search, and the URL can change without these search boxes.
  const place: Place = turned.of === of ? turned : { page: 1 };
  const { timeZone } = useSite();
  const input = { query: { ...filters, ...(place.cursor !== undefined && { cursor: place.cursor }), limit: pageSize } };
  const query = useQuery({
    ...callQuery("reservations", "GET /reservations", input),
    placeholderData: keepPreviousData,
  });
  // Page number of the visible rows, while the next page loads.
  const [shownPage, setShownPage] = useState(1);
  if (!query.isPlaceholderData && shownPage !== place.page) setShownPage(place.page);
  const search = (name: "lp" | "rfid") => (text: string) => filter(name, text);
  // Page 1 always shows the newest rows, even if some arrived meanwhile.
  const turn = (page: number) =>
    setPlace(page === 1 ? { page } : { page, of, ...cursorOf(page > place.page ? next : prev) });
  const { next = null, prev = null, total = 0 } = query.data ?? {};
  const rows = query.data?.data.map((reservation, index) => ({
    reservation,
    number: (shownPage - 1) * pageSize + index + 1,
  }));
  const isNarrowed = filters.lp !== undefined || filters.rfid !== undefined;
  return (
    <>
      <div className={classes.tools}>
        <SearchBox label="Search by license plate" value={filters.lp} onSearch={search("lp")} />
        <SearchBox label="Search by RFID" value={filters.rfid} onSearch={search("rfid")} />
      </div>
      <DataTable
        label="Reservations"
        columns={columns}
        rows={rows}
        error={
          query.isError
            ? {
                text: errorText(query.error, messagesOf("GET /reservations")?.failure),
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
      {(next !== null || prev !== null || shownPage > 1) && (
        <Pager
          page={shownPage}
          // Reservations that arrive while someone pages can add a page before the total is fetched again.
          total={Math.max(shownPage, Math.ceil(total / pageSize))}
          hasNext={next !== null}
          isTurning={query.isPlaceholderData}
          onTurn={turn}
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
  const time = (at: string | null) => (at === null ? "-" : <DateTime at={at} timeZone={timeZone} />);
  const place = [parkingAreaId, parkingUnitId].map(orDash);
  const driver = [reservation.driverFirstName, reservation.driverLastName].filter(Boolean).join(" ");
  return (
    <tr className={classes.row}>
      <td data-label="#" className={classes.number}>
        {number}
      </td>
      <td data-label="License Plate">{lp === null ? "-" : <span className={classes.plate}>{lp}</span>}</td>
      <td data-label="RFID" className={classes.tag}>
        {orDash(rfid)}
      </td>
      <td data-label="Valid From">{time(validFrom)}</td>
      <td data-label="Valid Upto">{time(validTo)}</td>
      <td data-label="Grace Period Earliest Entry">{time(reservation.gracePeriodEarliestEntry)}</td>
      <td data-label="Grace Period Latest Entry">{time(reservation.gracePeriodLatestEntry)}</td>
      <td data-label="Grace Period Latest Exit">{time(reservation.gracePeriodLatestExit)}</td>
      <td data-label="Driver Name">{orDash(driver)}</td>
      <td data-label="Parking Area/Unit ID">{place.every((part) => part === "-") ? "-" : place.join(" / ")}</td>
      <td data-label="Multiple Usage">
        <span className={classes.last}>
          {reservation.shouldAllowMultipleUsage ? "Yes" : "No"}
          <HistoryButton entity="reservations" id={reservation.id} iconFor={`reservation ${number}`} />
        </span>
      </td>
    </tr>
  );
}

/** Filters of the list, kept in the URL so that a link can be shared. */
function useFilters<const Name extends "lp" | "rfid">(names: readonly Name[]) {
  const search = useSearch({ from: "/shell/access-control/reservations" });
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  ) as { [N in Name]?: string };
  const filter = (name: Name, text: string) => {
    const { [name]: _, ...others } = search;
    void navigate({
      to: ".",
      search: { ...others, ...(text !== "" && { [name]: text }) },
      replace: true,
      resetScroll: false,
    });
  };
  return [filters, filter] as const;
}
