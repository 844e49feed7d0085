import type { Api } from "@gatehouse/contract/api";
import type { CallInput } from "@gatehouse/contract/endpoint";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";

/** Longer than the history of the demo. */
const pastDays = 60;

type TariffBody = Omit<CallInput<Api["POST /tariffs"]>["body"], "validFrom">;

const tariffs: readonly TariffBody[] = [
  {
    name: "Visitors",
    rates: {
      freeMinutes: 30,
      steps: [
        { fromMinute: 0, periodMinutes: 60, price: 200 },
        { fromMinute: 180, periodMinutes: 60, price: 100 },
      ],
      dailyCap: 1_500,
      night: { from: "22:00", to: "06:00", periodMinutes: 60, price: 50 },
    },
  },
  {
    name: "Two-wheelers",
    vehicleTypes: ["2W", "CYCLE"],
    rates: { freeMinutes: 60, steps: [{ fromMinute: 0, periodMinutes: 120, price: 100 }], dailyCap: 400 },
  },
];

/** Registers tariffs that apply since before the history of the site. */
export async function registerTariffs(api: ApiClient, now: Date): Promise<void> {
  const existing = await api.call("GET /tariffs", {});
  const validFrom = new Date(now.getTime() - pastDays * dayMs).toISOString().slice(0, 10);
  for (const tariff of tariffs) {
    await findOrCreate(
      existing,
      ({ name }) => name === tariff.name,
      () => api.call("POST /tariffs", { body: { ...tariff, validFrom } }),
    );
  }
}
