import { tariffMessages } from "@gatehouse/contract/entities/tariff.messages";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Card } from "../../ui/card.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./tariff.module.css";
import { createTariffResource } from "./tariff.resource.tsx";
import { describeRates, describeScope } from "./tariff-text.ts";

/** The tariffs that fares are computed by. */
export default function TariffsPage() {
  return (
    <Page purpose="What stays cost. Fares are in the Fare Report; nothing is charged.">
      <TariffsCard />
    </Page>
  );
}

const key = "GET /tariffs/{id}/versions";

/** The versions of a tariff, the latest first. */
function TariffVersions({ id }: { id: number }) {
  const { currency, timeZone } = useSite();
  const query = useQuery(callQuery("tariffs", key, { params: { id } }));
  return (
    <Card title="Versions" purpose="A change applies to vehicles that enter after it." isInner>
      {query.isError && query.data === undefined && (
        <LoadError text={errorText(query.error, tariffMessages[key].failure)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={60} />}
      {query.data !== undefined && (
        <ol className={classes.versions}>
          {query.data.map((version) => (
            <li key={version.version}>
              <strong>{`Version ${version.version}`}</strong>
              <span>
                {"saved "}
                <DateTime at={version.savedAt} timeZone={timeZone} />
              </span>
              <p>{describeRates(version.rates, currency)}</p>
              <p>{describeScope(version)}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function TariffsCard() {
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
