import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import { createBy, type Make } from "./account-calls.ts";

/** The calls that change files and schedules of reports. */
export async function callReports(make: Make): Promise<void> {
  await make("PUT /configs/reports/types", { body: { reportTypes: ["OSD"] } });
  const draft = { type: "OSD", format: "csv" };
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
  await make("DELETE /reports/{id}", {
    params: { id: await createBy(make, "POST /reports", { ...draft, ...period }) },
  });
  const schedule = { ...draft, name: "Speeders", every: "daily", at: "06:00", deliver: "keep" };
  const params = { id: await createBy(make, "POST /report-schedules", schedule) };
  await make("PUT /report-schedules/{id}", { params, body: { ...schedule, at: "07:00" } });
  await make("POST /report-schedules/{id}/run", { params });
  await make("DELETE /report-schedules/{id}", { params });
}

/** The calls that change tariffs and fares. */
export async function callFares(make: Make, db: Database): Promise<void> {
  const rates = {
    freeMinutes: 0,
    steps: [{ fromMinute: 0, periodMinutes: 60, price: 100 }],
    dailyCap: null,
    night: null,
  };
  const tariff = { name: "Cars", validFrom: "2026-01-01", vehicleTypes: [], days: [1, 2, 3, 4, 5, 6, 7], rates };
  const params = { id: await createBy(make, "POST /tariffs", tariff) };
  await make("PUT /tariffs/{id}", { params, body: { ...tariff, name: "All cars", version: 1 } });
  await make("DELETE /tariffs/{id}", { params });
  const { rows } = await sql<{ id: number }>`
    insert into stays (vehicle, "areaId", "exitAreaId", state, "entryEventId", "enteredAt", "exitEventId", "leftAt",
      "isPriced", "tariffId", "tariffVersion", "tariffName", gross)
    values ('KA01ZZ4', 0, 0, 'complete', 1, now() - interval '1 hour', 2, now(), true, ${params.id}, 1, 'Cars', 100)
    returning id`.execute(db);
  const stay = { id: rows[0]?.id };
  await make("POST /stays/{id}/discounts", { params: stay, body: { amount: 10, reason: "Shop" } });
  await make("POST /stays/{id}/waiver", { params: stay, body: { reason: "Fault" } });
  await make("DELETE /stays/{id}/reductions", { params: stay });
}

/** The calls that change retention, holds and plates. */
export async function callPrivacy(make: Make): Promise<void> {
  const retention = await make("GET /privacy/retention");
  const body = { ...retention, reports: { minDays: 1, maxDays: 100 } };
  await make("PUT /privacy/retention", { body });
  const hold = { plate: "HELD 1", reason: "Court order" };
  const params = { id: await createBy(make, "POST /legal-holds", hold) };
  await make("PUT /legal-holds/{id}", { params, body: { ...hold, reason: "Other order" } });
  await make("DELETE /legal-holds/{id}", { params });
  await createBy(make, "POST /ac/ids", { type: "LICENSE_PLATE", iid: "ERASED1", vehicleType: "CAR" });
  await make("DELETE /privacy/plates/{plate}", { params: { plate: "ERASED1" } });
}
