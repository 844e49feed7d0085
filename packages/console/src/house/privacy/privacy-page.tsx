import { countText } from "@gatehouse/contract/data-classes";
import { privacyMessages } from "@gatehouse/contract/entities/privacy.messages";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { Card } from "../../ui/card.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { legalHolds } from "./legal-hold.resource.ts";
import { PlateCard } from "./plate-card.tsx";
import classes from "./privacy.module.css";
import { RetentionCard } from "./retention-card.tsx";

/** Retention, legal holds, and requests about one plate. */
export default function PrivacyPage() {
  const may = useMay();
  if (!may("GET /privacy/retention")) {
    return (
      <Page>
        <NotAvailable>
          You are limited to certain gates, and privacy concerns the whole site. Please ask an administrator.
        </NotAvailable>
      </Page>
    );
  }
  return (
    <Page purpose="How long data is kept, what must not be deleted, and what is stored about one vehicle.">
      <RetentionCard />
      <CleanUpsCard />
      {may("GET /legal-holds") && <LegalHoldsTable />}
      {may("GET /privacy/plates/{plate}") && <PlateCard />}
    </Page>
  );
}

function LegalHoldsTable() {
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

/** What the next clean-ups will delete. */
function CleanUpsCard() {
  const query = useQuery(callQuery("legal_holds", "GET /privacy/clean-ups"));
  return (
    <Card
      title="Next clean-ups"
      purpose="What will have been deleted by each day with the saved retention. Plates are replaced by a hash. Data under a legal hold is not counted."
    >
      {query.isPending && <Skeleton height={60} radius={8} />}
      {query.isError && query.data === undefined && (
        <LoadError
          text={errorText(query.error, privacyMessages["GET /privacy/clean-ups"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.length === 0 && <p className={classes.muted}>Nothing is stored that could be deleted.</p>}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={classes.cleanUps} aria-label="Next clean-ups">
          {query.data.map(({ on, items }) => (
            <li key={on}>
              {/* A day of the site, not a moment. */}
              <time dateTime={on}>{formatDate(new Date(`${on}T00:00:00Z`), "UTC")}</time>
              <span>{items.map(({ dataClass, count }) => countText(dataClass, count)).join(", ")}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
