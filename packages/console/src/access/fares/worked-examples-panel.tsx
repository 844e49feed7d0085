import { tariffDraft } from "@gatehouse/contract/entities/tariff";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { workedExamples } from "@gatehouse/contract/fares/worked-examples";
import { supportedTimeZone } from "../../ui/format-time.ts";
import classes from "./tariff.module.css";
import { describeFare } from "./tariff-text.ts";

const { rates: ratesRule, validFrom: dateRule } = tariffDraft.shape;

interface WorkedExamplesPanelProps {
  /** The entered rates; they may be incomplete. */
  rates: unknown;
  /** The first day of the tariff; it may be incomplete. */
  validFrom: unknown;
  currency: string;
  timeZone: string;
}

/** What typical stays cost by the entered rates. */
export default function WorkedExamplesPanel({ rates, validFrom, currency, timeZone }: WorkedExamplesPanelProps) {
  const checked = ratesRule.safeParse(rates);
  const date = dateRule.safeParse(validFrom);
  return (
    <section className={classes.examples} aria-label="Worked examples" aria-live="polite">
      <h3>Worked examples</h3>
      {!checked.success || !date.success ? (
        <p>Complete the {checked.success ? "first day" : "rates"} to see what typical stays cost.</p>
      ) : (
        <dl>
          {workedExamples(checked.data, { date: date.data, timeZone: supportedTimeZone(timeZone) }).map(
            ({ title, fare }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  <strong>{formatMoney(fare.amount, currency)}</strong>
                  <span>{describeFare(fare)}</span>
                </dd>
              </div>
            ),
          )}
        </dl>
      )}
    </section>
  );
}
