import type { DisplayTemplate, TemplateLayout } from "@gatehouse/contract/entities/display/display";
import { ArrowLayout, arrowTone } from "./arrow-layout.tsx";
import { Frame, type Tone } from "./frame.tsx";
import { ListLayout, NumberLayout, PairLayout, ShareLayout } from "./layouts.tsx";
import type { TemplateValues } from "./template-values.ts";

interface TemplateViewProps {
  template: DisplayTemplate;
  title: string;
  siteName: string;
  values: TemplateValues;
  /** Why the values are not current; undefined if they are. */
  note?: string | undefined;
}

/** LIVE-8: a multimedia display, sized by its container: the page of a screen and the preview in the form. */
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
