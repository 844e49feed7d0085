import type { Movement, Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { Button, Skeleton } from "@mantine/core";
import { IconBolt, IconHistory, IconScale } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber, formatSigned } from "../../ui/format-number.ts";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./value-drawer.module.css";

interface MovementLineProps {
  movement: Movement;
  /** The variable whose ledger this is. */
  of: number;
  timeZone: string;
}

const looks = {
  event: { word: "Event", icon: IconBolt },
  correction: { word: "Correction", icon: IconScale },
} as const;

/** An entry of the ledger: time, cause and effect; for a correction also person and reason. */
function MovementLine({ movement, of, timeZone }: MovementLineProps) {
  const { at, kind, variableId, variableName, effect, by, reason, eventId } = movement;
  const { word, icon: Icon } = looks[kind];
  return (
    <li>
      <Icon size={16} aria-hidden />
      <div>
        <p>
          {word}
          {eventId !== null && <span className={classes.muted}>{` #${eventId}`}</span>}
          {variableId !== of && <span className={classes.moved}>{variableName}</span>}
        </p>
        {(by !== null || reason !== null) && (
          <p className={classes.muted}>{[by, reason].filter((part) => part !== null).join(": ")}</p>
        )}
      </div>
      <span className={classes.effect}>{formatSigned(effect)}</span>
      <span className={classes.when}>
        <RelativeTime at={at} timeZone={timeZone} />
      </span>
    </li>
  );
}

const pageSize = 50;
const key = "GET /variables/{id}/movements";

/** The events and corrections of a value, newest first, with their sums. */
export function MovementLedger({ variable }: { variable: Variable }) {
  const { id, computedValue } = variable;
  const title = useId();
  const { timeZone } = useSite();
  const query = useInfiniteQuery({
    queryKey: ["variables", key, id],
    queryFn: ({ pageParam, signal }) =>
      call(key, {
        params: { id },
        query: { limit: pageSize, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const movements = query.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={classes.ledger} aria-labelledby={title}>
      <h3 id={title}>Events and corrections</h3>
      {query.isPending && <Skeleton height={180} radius={6} />}
      {query.isError && movements === undefined && (
        <LoadError text={errorText(query.error, variableMessages[key].failure)} onRetry={() => void query.refetch()} />
      )}
      {movements?.length === 0 && (
        <EmptyState icon={IconHistory} title="No changes yet">
          Events and corrections will be listed here.
        </EmptyState>
      )}
      {movements !== undefined && movements.length > 0 && (
        <>
          <Sums value={computedValue} movements={movements} isWhole={!query.hasNextPage} />
          <ol className={classes.movements}>
            {movements.map((movement) => (
              <MovementLine key={movement.id} movement={movement} of={id} timeZone={timeZone} />
            ))}
          </ol>
        </>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </section>
  );
}

interface SumsProps {
  value: number;
  movements: readonly Movement[];
  isWhole: boolean;
}

/** Value = opening balance + events + corrections. */
function Sums({ value, movements, isWhole }: SumsProps) {
  const sumOf = (kind: Movement["kind"]) =>
    movements.reduce((sum, movement) => sum + (movement.kind === kind ? movement.effect : 0), 0);
  const events = sumOf("event");
  const corrections = sumOf("correction");
  const before = value - events - corrections;
  return (
    <dl className={classes.sums}>
      {(before !== 0 || !isWhole) && (
        <div>
          <dt>{isWhole ? "Constants" : "Opening balance"}</dt>
          <dd>{formatNumber(before)}</dd>
        </div>
      )}
      <div>
        <dt>Events</dt>
        <dd>{formatSigned(events)}</dd>
      </div>
      <div>
        <dt>Corrections</dt>
        <dd>{formatSigned(corrections)}</dd>
      </div>
      <div data-sum>
        <dt>Value</dt>
        <dd>{formatNumber(value)}</dd>
      </div>
    </dl>
  );
}
