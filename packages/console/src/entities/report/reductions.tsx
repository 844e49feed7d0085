import type { Stay } from "@gatehouse/contract/entities/stay";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { ReductionForm } from "./reduction-form.tsx";
import classes from "./stay.module.css";

const withdrawKey = "DELETE /stays/{id}/reductions";

/** REP-4: the discounts and the waiver of a stay. */
export function Reductions({ stay }: { stay: Stay }) {
  const may = useMay();
  const { currency, timeZone } = useSite();
  const { id, reductions, net, tariff } = stay;
  const withdraw = useAction(withdrawKey, { topics: ["code_selections"] });
  const confirm = async () => {
    const text = "Withdraw the discounts and the waiver of this stay? Its net fare is the gross fare again.";
    if (await askYesNo(text)) withdraw.mutate({ params: { id } });
  };
  return (
    <section className={classes.reductions} aria-label="Reductions">
      <h3>Reductions</h3>
      {reductions.length === 0 && <p>None.</p>}
      {reductions.length > 0 && (
        <ul>
          {reductions.map(({ id: reductionId, amount, reason, by, at }) => (
            <li key={reductionId}>
              <strong>{amount === null ? "Waived" : `Discount of ${formatMoney(amount, currency)}`}</strong>
              {`: ${reason}`}
              <p>
                {`By ${by}, `}
                <DateTime at={at} timeZone={timeZone} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {reductions.length > 0 && may(withdrawKey) && (
        <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => void confirm()}>
          Withdraw
        </Button>
      )}
      {tariff !== null && net > 0 && may("POST /stays/{id}/discounts") && <ReductionForm stay={stay} />}
    </section>
  );
}
