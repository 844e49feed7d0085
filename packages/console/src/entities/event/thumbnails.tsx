import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import classes from "./event-row.module.css";
import { NoPicture, Picture, pictureTexts } from "./picture.tsx";

type Pictured = Extract<SiteEvent, { images: object }>;

/** Thumbnails of an event's images; a click opens the viewer. */
export function Thumbnails({ event: { id, lp, images } }: { event: Pictured }) {
  const viewer = useOpenRecord("pictures");
  const renderMissing = (text: string, isFailed: boolean) => (
    <span className={classes.noPicture} data-failed={isFailed || undefined} title={text}>
      <NoPicture text={text} />
    </span>
  );
  const pictures = (["fullImage", "lpImage"] as const).map((which) => (
    <Picture
      key={which}
      which={which}
      address={images[which]}
      isSmall
      className={classes[which]}
      renderMissing={renderMissing}
    />
  ));
  if (images.fullImage === null && images.lpImage === null)
    return (
      <span className={classes.thumbnails}>
        <span className={classes.noPicture} title={pictureTexts.fullImage.none}>
          <NoPicture text={pictureTexts.fullImage.none} />
        </span>
      </span>
    );
  return (
    <button type="button" className={classes.thumbnails} aria-label={`Images of ${lp}`} onClick={() => viewer.open(id)}>
      {pictures}
    </button>
  );
}
