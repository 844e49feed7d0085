import type { SiteEvent } from "@gatehouse/contract/entities/event";
import classes from "./event-row.module.css";
import { NoPicture, Picture, pictureTexts } from "./picture.tsx";

type Pictured = Extract<SiteEvent, { images: object }>;

const renderMissing = (text: string, isFailed: boolean) =>
  isFailed ? (
    <span className={classes.failedPicture}>{text}</span>
  ) : (
    <span className={classes.noPicture} title={text}>
      <NoPicture text={text} />
    </span>
  );

/** Thumbnails of an event's images, or why they are missing; a click opens the viewer. */
export function Thumbnails({ event, onOpen }: { event: Pictured; onOpen: (event: SiteEvent) => void }) {
  const { lp, images } = event;
  if (images.fullImage === null && images.lpImage === null)
    return <span className={classes.thumbnails}>{renderMissing(pictureTexts.fullImage.none, false)}</span>;
  return (
    <button type="button" className={classes.thumbnails} onClick={() => onOpen(event)}>
      <span className="visually-hidden">{`Images of ${lp}`}</span>
      {(["fullImage", "lpImage"] as const).map((which) => (
        <Picture
          key={which}
          which={which}
          address={images[which]}
          isSmall
          className={classes[which]}
          renderMissing={renderMissing}
        />
      ))}
    </button>
  );
}
