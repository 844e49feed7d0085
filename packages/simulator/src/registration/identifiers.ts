import { plateColumns, tagColumns } from "@gatehouse/contract/entities/identifier/identifier-csv";
import type { SiteApi } from "../gatehouse/api-client.ts";
import { expired, residents, type Vehicle } from "../plan/vehicle-plan.ts";

const dayMs = 86_400_000;
const day = (date: Date) => date.toISOString().slice(0, 10);

/** Enters the residents' plates and tags as a person does: two CSV files. Those that ran out did so a month ago. */
export async function uploadIdentifiers(api: SiteApi, now: Date): Promise<void> {
  const known = [...residents, ...expired];
  const tagged = known.filter(({ tag }) => tag !== null);
  await api.upload(
    "/ac/upload-lps?scope=ADMIN",
    "lps",
    csv(
      plateColumns,
      known.map((vehicle) => cells(vehicle, now)),
    ),
  );
  await api.upload(
    "/ac/upload-rfids?scope=ADMIN",
    "rfids",
    csv(
      tagColumns,
      tagged.map((vehicle) => cells(vehicle, now)),
    ),
  );
}

function cells({ plate, tag, type, owner, organisation, standing }: Vehicle, now: Date): Record<string, string> {
  const agoDays = (days: number) => day(new Date(now.getTime() - days * dayMs));
  const ends = standing === "expired" ? agoDays(30) : agoDays(-330);
  return {
    rfid: tag ?? "",
    lp: plate,
    vehicleType: type,
    ownerName: owner,
    orgName: organisation,
    validFrom: agoDays(400),
    validTo: ends,
  };
}

const csv = (columns: readonly string[], rows: readonly Record<string, string>[]) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\r\n");
