import { ReservationTable } from "../../entities/reservation/reservation-table.tsx";
import { Page } from "../../ui/page.tsx";

/** Reservations from other systems. */
export default function ReservationsPage() {
  return (
    <Page purpose="Reservations arrive from other systems and cannot be changed here.">
      <ReservationTable />
    </Page>
  );
}
