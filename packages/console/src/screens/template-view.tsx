import type {
  ArrowDirection,
  DisplayTemplate,
  TemplateLayout,
} from "@gatehouse/contract/entities/display/display-page";
import { availabilityOf, availabilityWords, formatCount } from "./count.ts";
import { Frame, type Tone } from "./frame.tsx";
import { ListLayout, NumberLayout, PairLayout, ShareLayout } from "./layouts.tsx";
import classes from "./screen.module.css";
import type { TemplateValues } from "./template-values.ts";

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
