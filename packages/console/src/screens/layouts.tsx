import { IconCarFilled, IconMotorbikeFilled } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { AvailabilityMark } from "./availability-mark.tsx";
import { atMost, availabilityOf, formatCount, freeShare } from "./count.ts";
import classes from "./screen.module.css";
import type { TemplateValues } from "./template-values.ts";

/** The number of characters decides how large they can be. */
function Digits({ value }: { value: number | undefined }) {
  const text = formatCount(value);
  return (
    <dd className={classes.digits} style={{ "--chars": Math.max(2, text.length) } as CSSProperties}>
      {text}
    </dd>
  );
}

/** One large number. */
export function NumberLayout({ values }: { values: TemplateValues }) {
  const free = values.get("free")?.value;
  return (
    <dl className={classes.number}>
      <Digits value={free} />
      <dt className={classes.caption}>
        <AvailabilityMark value={free} unit="spaces" />
      </dt>
    </dl>
  );
}

/** The free spaces of a total, with a bar. */
export function ShareLayout({ values }: { values: TemplateValues }) {
  const total = values.get("total")?.value;
  const free = atMost(values.get("free")?.value, total);
  const share = freeShare(free, total);
  return (
    <div className={classes.share}>
      <dl className={classes.number}>
        <Digits value={free} />
        <dt className={classes.caption}>
          <AvailabilityMark value={free} />
          <span>{`of ${formatCount(total)} spaces`}</span>
        </dt>
      </dl>
      {share !== undefined && (
        <div className={classes.bar} role="img" aria-label={`${Math.round(share * 100)} % free`}>
          <span style={{ inlineSize: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

const icons: Readonly<Record<string, typeof IconCarFilled>> = {
  fourWheelers: IconCarFilled,
  twoWheelers: IconMotorbikeFilled,
};

interface KeyedProps {
  keys: readonly string[];
  values: TemplateValues;
}

/** Two numbers next to each other, or on top of each other on a tall screen. */
export function PairLayout({ keys, titles, values }: KeyedProps & { titles: Readonly<Record<string, string>> }) {
  return (
    <div className={classes.pair}>
      {keys.map((key) => {
        const Icon = icons[key];
        const { label, value } = values.get(key) ?? { label: key, value: undefined };
        return (
          <div key={key} className={classes.panel} data-availability={availabilityOf(value)}>
            <dl className={classes.panelInside}>
              <dt className={classes.panelTitle}>
                {Icon && <Icon size="1.2em" aria-hidden />}
                <span>{titles[key] ?? label}</span>
              </dt>
              <Digits value={value} />
              <dd className={classes.caption}>
                <AvailabilityMark value={value} />
              </dd>
            </dl>
          </div>
        );
      })}
    </div>
  );
}

/** A row for each area. */
export function ListLayout({ keys, values }: KeyedProps) {
  return (
    <dl className={classes.list} style={{ "--rows": keys.length } as CSSProperties}>
      {keys.map((key) => {
        const { label, value } = values.get(key) ?? { label: key, value: undefined };
        return (
          <div key={key} className={classes.row} data-availability={availabilityOf(value)}>
            <dt className={classes.rowTitle}>{label}</dt>
            <dd className={classes.rowMark}>
              <AvailabilityMark value={value} />
            </dd>
            <dd className={classes.rowDigits}>{formatCount(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
