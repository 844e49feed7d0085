import type { Commission } from "@gatehouse/contract/entities/commission";
import { commissionMessages, noneCommissioned } from "@gatehouse/contract/entities/commission.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { callQuery } from "../api/call-query.ts";
import { useReadOnly } from "../api/permissions.ts";
import { useSite } from "../api/site.ts";
import { useAction } from "../api/use-action.ts";
import { HistoryButton } from "../forms/history-button.tsx";
import { showBanner } from "../ui/banners.ts";
import { Card } from "../ui/card.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import { LoadError } from "../ui/load-error.tsx";
import classes from "./commission-card.module.css";

/** Sends the site's devices to the field controller and the mobile app, and shows the last result. */
export function CommissionCard() {
  const isReadOnly = useReadOnly("POST /pzapp/commission");
  const last = useQuery(callQuery("commissions", "GET /pzapp/commission"));
  const commission = useAction("POST /pzapp/commission", {
    topics: ["commissions", "sensors", "boom_barriers", "buzzers", "displays"],
    isQuiet: true,
    onSuccess: ({ counts, refused }) =>
      showBanner(
        countAll(counts) + refused.length === 0
          ? { tone: "warning", title: noneCommissioned }
          : { tone: "success", title: commissionMessages["POST /pzapp/commission"].success },
      ),
  });
  return (
    <Card
      title="PZApp Commissioning"
      purpose="Sends the current sensors, barriers, buzzers and displays to the field controller and the mobile app."
      action={
        <div className={classes.actions}>
          <HistoryButton entity="commissions" />
          {!isReadOnly && (
            <Button loading={commission.isPending} onClick={() => commission.mutate({})}>
              Commission devices
            </Button>
          )}
        </div>
      }
    >
      {last.isError && last.data === undefined && (
        <LoadError
          text={errorText(last.error, messagesOf("GET /pzapp/commission")?.failure)}
          onRetry={() => void last.refetch()}
        />
      )}
      {last.isPending && <Skeleton height={64} />}
      {last.data === null && <p className={classes.none}>Nothing has been commissioned yet.</p>}
      {last.data && <Outcome commission={last.data} />}
    </Card>
  );
}

const countAll = (counts: Commission["counts"]): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function Outcome({ commission }: { commission: Commission }) {
  const { timeZone } = useSite();
  const { sensors, boomBarriers, buzzers, displays, slotControllers } = commission.counts;
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Last commissioned</dt>
          <dd>
            <RelativeTime at={commission.at} timeZone={timeZone} />
            {` by ${commission.by}`}
          </dd>
        </div>
        <div>
          <dt>Devices</dt>
          <dd>
            {`${countAll(commission.counts)}: ${[
              formatCount(sensors, "sensor"),
              formatCount(boomBarriers, "boom barrier"),
              formatCount(buzzers, "buzzer"),
              formatCount(displays, "display"),
              ...(slotControllers > 0 ? [formatCount(slotControllers, "slot controller")] : []),
            ].join(", ")}`}
          </dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>
            {`${commission.version} · `}
            <code title={commission.checksum}>{commission.checksum.slice(0, 12)}</code>
          </dd>
        </div>
        <div>
          <dt>Fetched by field controller</dt>
          <dd>
            {commission.fetchedAt === null ? "Not yet" : <RelativeTime at={commission.fetchedAt} timeZone={timeZone} />}
          </dd>
        </div>
      </dl>
      {commission.refused.length > 0 && (
        <div className={classes.refused}>
          <p>
            <IconAlertTriangle size={16} aria-hidden />
            {`${commission.refused.length} refused`}
          </p>
          <ul>
            {commission.refused.map(({ kind, id, name, reason }) => (
              <li key={`${kind} ${id}`}>{`${name}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
