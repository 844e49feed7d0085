import { zonedAt } from "../fields/zoned-time.ts";

/** The part of a tariff that decides which stays it applies to. */
export interface TariffScope {
  readonly id: number;
  /** The first day on which vehicles enter by this tariff, in the time zone of the site. */
  readonly validFrom: string;
  /** None: every type. */
  readonly vehicleTypes: readonly string[];
  /** The days of the entry; 1 is Monday. */
  readonly days: readonly number[];
}

/** A version of a tariff, and since when it has been in force. */
export interface TariffInForce extends TariffScope {
  readonly version: number;
  readonly savedAt: string;
  readonly deletedAt: string | null;
}

/**
 * The version of each tariff that applies to vehicles that enter at a time. The first version applies since its first
 * day, even if it was saved later; further ones don't change what vehicles pay that entered before.
 */
export function versionsInForce<Tariff extends TariffInForce>(
  versions: readonly Tariff[],
  enteredAt: Date,
  timeZone: string,
): Tariff[] {
  const date = zonedAt(enteredAt, timeZone).toPlainDate().toString();
  const first = new Map<number, number>();
  for (const { id, version } of versions) first.set(id, Math.min(version, first.get(id) ?? version));
  const latest = new Map<number, Tariff>();
  for (const tariff of versions) {
    const { id, version, validFrom, savedAt, deletedAt } = tariff;
    const isSaved = version === first.get(id) || Date.parse(savedAt) <= enteredAt.getTime();
    const isDeleted = deletedAt !== null && Date.parse(deletedAt) <= enteredAt.getTime();
    if (!isSaved || isDeleted || validFrom > date || (latest.get(id)?.version ?? 0) > version) continue;
    latest.set(id, tariff);
  }
  return [...latest.values()];
}

/** A tariff that applies to the same vehicles and days from the same date, so that neither comes first. */
export function findConflict<Tariff extends TariffScope>(
  tariff: TariffScope,
  others: readonly Tariff[],
): Tariff | undefined {
  const isShared = (one: TariffScope) =>
    tariff.vehicleTypes.length === 0
      ? one.vehicleTypes.length === 0
      : one.vehicleTypes.some((type) => tariff.vehicleTypes.includes(type));
  return others.find(
    (other) =>
      other.id !== tariff.id &&
      other.validFrom === tariff.validFrom &&
      other.days.some((day) => tariff.days.includes(day)) &&
      isShared(other),
  );
}

/**
 * The tariff of a stay, by its entry. One that names the vehicle type applies before one for all types, then the one
 * that is valid from the latest date, then the one that was added last.
 */
export function tariffOf<Tariff extends TariffScope>(
  tariffs: readonly Tariff[],
  { enteredAt, vehicleType, timeZone }: { enteredAt: Date; vehicleType: string | null; timeZone: string },
): Tariff | undefined {
  const day = zonedAt(enteredAt, timeZone).toPlainDate();
  const date = day.toString();
  const type = vehicleType?.trim().toUpperCase() ?? "";
  return tariffs
    .filter(({ validFrom, days }) => validFrom <= date && days.includes(day.dayOfWeek))
    .filter(({ vehicleTypes }) => vehicleTypes.length === 0 || vehicleTypes.includes(type))
    .toSorted(
      (one, other) =>
        Number(other.vehicleTypes.length > 0) - Number(one.vehicleTypes.length > 0) ||
        other.validFrom.localeCompare(one.validFrom) ||
        other.id - one.id,
    )[0];
}
