import type {
  ArrowDirection,
  DisplayTemplate,
  TemplateLayout,
} from "@gatehouse/contract/entities/display/display-page";
import { IconCarFilled, IconMotorbikeFilled } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { AvailabilityMark } from "./availability-mark.tsx";
import { atMost, availabilityOf, availabilityWords, formatCount, freeShare } from "./count.ts";
import { Frame, type Tone } from "./frame.tsx";
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
function NumberLayout({ values }: { values: TemplateValues }) {
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
function ShareLayout({ values }: { values: TemplateValues }) {
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
function PairLayout({ keys, titles, values }: KeyedProps & { titles: Readonly<Record<string, string>> }) {
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
function ListLayout({ keys, values }: KeyedProps) {
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

/** The background follows the state. */
const arrowTone = (values: TemplateValues) => availabilityOf(values.get("free")?.value);

const turns: Record<ArrowDirection, number> = { ahead: 0, right: 90, left: -90 };

/** FREE with an arrow to the spaces, or FULL with a cross. */
function ArrowLayout({ direction, values }: { direction: ArrowDirection; values: TemplateValues }) {
  const free = values.get("free")?.value;
  const availability = availabilityOf(free);
  return (
    <div className={classes.arrow} data-direction={direction}>
      <svg className={classes.shape} viewBox="0 0 100 100" role="img" aria-label={shapeText(availability, direction)}>
        {availability === "free" && (
          <path d="M50 5 93 50 67 50 67 95 33 95 33 50 7 50Z" transform={`rotate(${turns[direction]} 50 50)`} />
        )}
        {availability === "full" && <path d="M22 6 50 34 78 6 94 22 66 50 94 78 78 94 50 66 22 94 6 78 34 50 6 22Z" />}
        {availability === "unknown" && <path d="M10 42H90V58H10Z" />}
      </svg>
      <dl className={classes.arrowTexts}>
        <dt className={classes.word}>{availabilityWords[availability]}</dt>
        <dd className={classes.arrowCount}>{availability === "free" && `${formatCount(free)} spaces`}</dd>
      </dl>
    </div>
  );
}

function shapeText(availability: ReturnType<typeof availabilityOf>, direction: ArrowDirection): string {
  if (availability === "unknown") return "No data";
  if (availability === "full") return "Cross";
  return direction === "ahead" ? "Arrow ahead" : `Arrow to the ${direction}`;
}

interface TemplateViewProps {
  template: DisplayTemplate;
  title: string;
  siteName: string;
  values: TemplateValues;
  /** Why the values are not current; undefined if they are. */
  note?: string | undefined;
}

/** A multimedia display, sized by its container: the page of a screen and the preview in the form. */
export function TemplateView({ template, title, siteName, values, note }: TemplateViewProps) {
  const { layout } = template;
  const isStale = note !== undefined;
  return (
    <Frame tone={toneOf(layout, values)} isStale={isStale} title={title} siteName={siteName} note={note}>
      <Layout template={template} values={values} />
    </Frame>
  );
}

function toneOf(layout: TemplateLayout, values: TemplateValues): Tone {
  if (layout.kind === "arrow") return arrowTone(values);
  return layout.kind === "pair" ? "light" : "dark";
}

function Layout({ template, values }: { template: DisplayTemplate; values: TemplateValues }) {
  const { layout, keys } = template;
  switch (layout.kind) {
    case "number":
      return <NumberLayout values={values} />;
    case "share":
      return <ShareLayout values={values} />;
    case "pair":
      return <PairLayout keys={keys} titles={layout.titles ?? {}} values={values} />;
    case "list":
      return <ListLayout keys={keys} values={values} />;
    case "arrow":
      return <ArrowLayout direction={layout.direction} values={values} />;
  }
}
