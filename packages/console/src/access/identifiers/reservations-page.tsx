import { Page } from "../../ui/page.tsx";
import { ReservationTable } from "./reservation-table.tsx";

/** Reservations from other systems. */
export default function ReservationsPage() {
  return (
    <Page purpose="Reservations arrive from other systems and cannot be changed here.">
      <ReservationTable />
    </Page>
  );
}
