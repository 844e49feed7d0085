import { Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import { createTariffResource } from "./tariff.resource.tsx";
import { TariffVersions } from "./tariff-versions.tsx";

/** REP-4: the tariffs. */
export function TariffsCard() {
  const { currency, timeZone, isLoaded } = useSite();
  const tariffs = useMemo(
    () => createTariffResource({ currency, timeZone, today: toLocalTime(new Date(), timeZone).slice(0, 10) }),
    [currency, timeZone],
  );
  // The form depends on the currency.
  if (!isLoaded) return <Skeleton height={200} radius={8} />;
  return (
    <ResourceCard
      title="Tariffs"
      purpose={`A tariff for certain vehicle types applies before one for all. Amounts are in ${currency}, times in the site's zone, ${timeZone}.`}
      resource={tariffs}
      isMain
      around={(tariff, form, isDeleted) => (
        <>
          {form}
          {!isDeleted && <TariffVersions id={tariff.id} />}
        </>
      )}
    />
  );
}
