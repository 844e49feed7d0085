import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

// Loaded when first opened.
const WhyDrawer = lazyWithRetry(() => import("./why-drawer.tsx"));
const PictureViewer = lazyWithRetry(() => import("./picture-viewer.tsx"));

type Pictured = Extract<SiteEvent, { images: object }>;

const isPictured = (event: SiteEvent): event is Pictured =>
  "images" in event && (event.images.fullImage !== null || event.images.lpImage !== null);

/** Shows the overlay that the URL names: the decision of an event, or its images. */
export function EventOverlays({ module, rows }: { module: EventModule; rows: readonly SiteEvent[] }) {
  const why = useOpenRecord("events");
  const pictures = useOpenRecord("pictures");
  const pictured = rows.filter(isPictured);
  const shown = pictured.findIndex(({ id }) => id === pictures.id);
  const event = pictured[shown];
  // A shared link may name images that have moved to another page: show the decision, which has them too.
  const isElsewhere = pictures.id !== undefined && rows.length > 0 && event === undefined;
  const explain = useEffectEvent(() => why.open(pictures.id ?? 0));
  useEffect(() => {
    if (isElsewhere) explain();
  }, [isElsewhere]);
  const step = (by: number) => {
    const to = pictured[shown + by];
    return to && (() => pictures.turn(to.id));
  };
  return (
    <Suspense>
      {why.id !== undefined && <WhyDrawer key={why.id} module={module} id={why.id} onClose={why.close} />}
      {event !== undefined && (
        <PictureViewer event={event} onNewer={step(-1)} onOlder={step(1)} onClose={pictures.close} />
      )}
    </Suspense>
  );
}
