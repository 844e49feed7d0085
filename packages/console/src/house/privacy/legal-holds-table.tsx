import { PlateFace } from "../../access/plate.tsx";
import { useSite } from "../../api/site.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { legalHolds } from "./legal-hold.resource.ts";

export function LegalHoldsTable() {
  const { timeZone } = useSite();
  const time = (at: string | null, none: string) => (at === null ? none : <DateTime at={at} timeZone={timeZone} />);
  return (
    <ResourceTable
      title="Legal holds"
      purpose="Nothing that a hold covers is deleted, replaced by a hash or erased. A hold on a period keeps report files about it as well; one on a vehicle does not."
      resource={legalHolds}
      lead={{
        title: "Vehicle",
        minWidth: 136,
        cell: ({ plate }) => (plate === null ? "All vehicles" : <PlateFace text={plate} />),
      }}
      columns={[
        { title: "From", width: "16%", cell: ({ from }) => time(from, "Any time") },
        { title: "To", width: "16%", cell: ({ to }) => time(to, "No end") },
        { title: "Reason", width: "28%", cell: ({ reason }) => reason },
        { title: "Added by", width: "12%", cell: ({ by }) => by },
      ]}
      search={{ label: "Search plate or reason", textsOf: ({ plate, reason }) => [plate, reason] }}
    />
  );
}
