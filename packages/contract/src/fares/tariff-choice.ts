import { clockOffsetMs } from "../fields/zoned-time.ts";

const dayMs = 86_400_000;

/** REP-4: the part of a tariff that decides which stays it applies to. */
export interface TariffScope {
  readonly id: number;
  /** The first day on which vehicles enter by this tariff, in the time zone of the site. */
  readonly validFrom: string;
  /** None: every type. */
  readonly vehicleTypes: readonly string[];
  /** The days of the entry; 1 is Monday. */
  readonly days: readonly number[];
}

/**
 * REP-4: the tariff of a stay, by its entry. One that names the vehicle type applies before one for all types, then the one
 * that is valid from the latest date, then the one that was added last.
 */
export function tariffOf<Tariff extends TariffScope>(
  tariffs: readonly Tariff[],
  { enteredAt, vehicleType, timeZone }: { enteredAt: Date; vehicleType: string | null; timeZone: string },
): Tariff | undefined {
  const local = new Date(enteredAt.getTime() + clockOffsetMs(enteredAt.getTime(), timeZone));
  const date = local.toISOString().slice(0, 10);
  // 1970-01-01 was a Thursday.
  const weekday = ((((Math.floor(local.getTime() / dayMs) + 3) % 7) + 7) % 7) + 1;
  const type = vehicleType?.trim().toUpperCase() ?? "";
  return tariffs
    .filter(({ validFrom, days }) => validFrom <= date && days.includes(weekday))
    .filter(({ vehicleTypes }) => vehicleTypes.length === 0 || vehicleTypes.includes(type))
    .toSorted(
      (one, other) =>
        Number(other.vehicleTypes.length > 0) - Number(one.vehicleTypes.length > 0) ||
        other.validFrom.localeCompare(one.validFrom) ||
        other.id - one.id,
    )[0];
}
