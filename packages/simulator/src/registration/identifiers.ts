import { plateColumns, tagColumns } from "@gatehouse/contract/entities/identifier/identifier-csv";
import { asText } from "@gatehouse/contract/fields/as-text";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { findGroup } from "../plan/access-plan.ts";
import {
  contractors,
  deliveries,
  expiredVehicles,
  guests,
  residents,
  staff,
  type Vehicle,
} from "../plan/vehicle-plan.ts";

const formatDay = (date: Date) => date.toISOString().slice(0, 10);

/** Uploads plates and tags with their groups as two CSV files; the expired ones ended a month ago. */
export async function registerIdentifiers(api: ApiClient, now: Date): Promise<void> {
  const registered = [...residents, ...staff, ...contractors, ...guests, ...deliveries, ...expiredVehicles];
  const tagged = registered.filter(({ tag }) => tag !== null);
  await api.upload(
    "/ac/upload-lps?scope=ADMIN",
    "lps",
    toCsv(
      plateColumns,
      registered.map((vehicle) => toCells(vehicle, now)),
    ),
  );
  await api.upload(
    "/ac/upload-rfids?scope=ADMIN",
    "rfids",
    toCsv(
      tagColumns,
      tagged.map((vehicle) => toCells(vehicle, now)),
    ),
  );
}

function toCells({ plate, tag, type, owner, organisation, status }: Vehicle, now: Date): Record<string, string> {
  const daysAgo = (days: number) => formatDay(new Date(now.getTime() - days * dayMs));
  const validTo = status === "expired" ? daysAgo(30) : daysAgo(-330);
  return {
    rfid: asText(tag),
    lp: plate,
    vehicleType: type,
    ownerName: owner,
    orgName: organisation,
    validFrom: daysAgo(400),
    validTo,
    groups: findGroup(status),
  };
}

const toCsv = (columns: readonly string[], rows: readonly Record<string, string>[]) =>
  [columns, ...rows.map((row) => columns.map((column) => asText(row[column])))]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\r\n");
