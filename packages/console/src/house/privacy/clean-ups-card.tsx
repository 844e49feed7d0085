import { countText } from "@gatehouse/contract/data-classes";
import { privacyMessages } from "@gatehouse/contract/entities/privacy.messages";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { Card } from "../../ui/card.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./privacy.module.css";

/** What the next clean-ups will delete. */
export function CleanUpsCard() {
  const query = useQuery(callQuery("legal_holds", "GET /privacy/clean-ups"));
  return (
    <Card
      title="Next clean-ups"
      purpose="What will have been deleted by each day with the saved retention. Plates are replaced by a hash. Data under a legal hold is not counted."
    >
      {query.isPending && <Skeleton height={60} radius={8} />}
      {query.isError && query.data === undefined && (
        <LoadFailure
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
