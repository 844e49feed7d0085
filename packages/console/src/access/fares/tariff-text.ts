import { formatDays, formatWindow } from "@gatehouse/contract/entities/access/schedule";
import type { Tariff } from "@gatehouse/contract/entities/tariff";
import type { Fare } from "@gatehouse/contract/fares/fare";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { formatCount } from "@gatehouse/contract/fields/number";
import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { formatDate } from "../../ui/format-time.ts";

type Rates = Tariff["rates"];

/** Minutes for people: "45 min", "2 h" or "1 h 30 min". */
function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(" ");
}

const formatPrice = ({ price, periodMinutes }: { price: number; periodMinutes: number }, currency: string) =>
  `${formatMoney(price, currency)} per ${formatMinutes(periodMinutes)}`;

/** The rates of a tariff in words. */
export function describeRates({ freeMinutes, steps, dailyCap, night }: Rates, currency: string): string {
  const text = [
    ...(freeMinutes > 0 ? [`free up to ${formatMinutes(freeMinutes)}`] : []),
    ...steps.map((step, index) =>
      index === 0
        ? formatPrice(step, currency)
        : `from ${formatMinutes(step.fromMinute)} ${formatPrice(step, currency)}`,
    ),
    ...(night === null ? [] : [`${formatWindow(night)} ${formatPrice(night, currency)}`]),
    ...(dailyCap === null ? [] : [`at most ${formatMoney(dailyCap, currency)} per 24 h`]),
  ].join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The vehicles and days of a tariff, and its first day, in words. */
export function describeScope({ validFrom, vehicleTypes, days }: Omit<Tariff, "id" | "version">): string {
  const vehicles = vehicleTypes.map((type) => vehicleTypeTitles[type]).join(", ");
  return [`from ${formatDay(validFrom)}`, formatDays(days).replace("Every", "every"), vehicles || "all vehicles"].join(
    ", ",
  );
}

/** A date such as `2026-12-25` for people. */
const formatDay = (date: string): string => formatDate(new Date(`${date}T00:00Z`), "UTC");

/** How a fare comes about. */
export function describeFare({ isFree, days }: Fare): string {
  if (isFree) return "within the free time";
  const periods = days.reduce((sum, day) => sum + day.periods, 0);
  const nightPeriods = days.reduce((sum, day) => sum + day.nightPeriods, 0);
  const capped = days.filter(({ isCapped }) => isCapped).length;
  return [
    formatCount(periods, "period"),
    ...(nightPeriods > 0 ? [`${nightPeriods} at night`] : []),
    ...(capped > 0 ? [`daily maximum reached${capped > 1 ? ` ${capped} times` : ""}`] : []),
  ].join(", ");
}
