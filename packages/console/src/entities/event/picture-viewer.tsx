import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { ActionIcon, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconZoomReset } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { Plate } from "../../access/plate.tsx";
import { useSite } from "../../api/site.ts";
import { formatExactTime } from "../../ui/format-time.ts";
import { useLayer } from "../../ui/use-layer.ts";
import { DecisionCell } from "./decision-cell.tsx";
import { EventActions } from "./event-actions.tsx";
import { sourceOf } from "./event-filters.ts";
import { Picture } from "./picture.tsx";
import classes from "./picture-viewer.module.css";
import { useZoom } from "./use-zoom.ts";

type Pictured = Extract<SiteEvent, { images: object }>;

interface PictureViewerProps {
  event: Pictured;
  /** Undefined if there is no newer or older event. */
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  onClose: () => void;
}

/** EVT-3: the full image of an event with zoom, and its plate image. */
export default function PictureViewer({ event, onNewer, onOlder, onClose }: PictureViewerProps) {
  const { timeZone } = useSite();
  const zoom = useZoom(event.id);
  const { isTop, props: layer } = useLayer(onClose);
  const { images, lp } = event;
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: onNewer,
    ArrowRight: onOlder,
    "+": zoom.in,
    "=": zoom.in,
    "-": zoom.out,
    "0": zoom.reset,
  };
  // A dialog above the viewer has the keys for itself.
  const press = useEffectEvent((key: string) => isTop() && keys[key]?.());
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      // Ctrl and Cmd are the browser's own zoom.
      if (!ctrlKey && !metaKey) press(key);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const renderMissing = (text: string, isFailed: boolean) => (
    <p className={classes.without} role={isFailed ? "alert" : undefined}>
      {text}
    </p>
  );
  return (
    <Modal
      {...layer}
      title="Images"
      size="auto"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div ref={zoom.ref} className={classes.frame} data-zoomed={zoom.scale > 1 || undefined} {...zoom.dragging}>
        <div className={classes.picture} style={zoom.style}>
          <Picture
            key={event.id}
            which="fullImage"
            address={images.fullImage}
            className={classes.full}
            renderMissing={renderMissing}
          />
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.crop}>
          <Picture
            key={event.id}
            which="lpImage"
            address={images.lpImage}
            className={classes.plate}
            renderMissing={renderMissing}
          />
        </div>
        <div>
          <Plate text={lp} />
          <p className={classes.facts}>{sourceOf(event)}</p>
          <p className={classes.facts}>{formatExactTime(new Date(event.dateTime), timeZone)}</p>
        </div>
        {event.module === "ANPR_ACCESS_CONTROL" && <DecisionCell event={event} timeZone={timeZone} />}
        <EventActions event={event} inside={`pictures.${event.id}`} />
        <div className={classes.buttons}>
          <Tool label="Newer event" icon={IconChevronLeft} onPress={onNewer} />
          <Tool label="Older event" icon={IconChevronRight} onPress={onOlder} />
          <span className={classes.gap} />
          <Tool label="Zoom out" icon={IconMinus} onPress={zoom.scale > 1 ? zoom.out : undefined} />
          <output className={classes.scale} aria-label="Zoom">{`${Math.round(zoom.scale * 100)} %`}</output>
          <Tool label="Zoom in" icon={IconPlus} onPress={zoom.scale < zoom.maxScale ? zoom.in : undefined} />
          <Tool label="Whole image" icon={IconZoomReset} onPress={zoom.scale > 1 ? zoom.reset : undefined} />
        </div>
      </div>
    </Modal>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconPlus;
  onPress: (() => void) | undefined;
}

function Tool({ label, icon: Icon, onPress }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      // Only `aria-disabled`: a disabled button would swallow key presses while focused.
      {...(onPress === undefined && { "data-disabled": true })}
      aria-disabled={onPress === undefined}
      onClick={onPress}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
