import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { ActionIcon, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconZoomReset } from "@tabler/icons-react";
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSite } from "../../api/site.ts";
import { formatExactTime } from "../../ui/format-time.ts";
import { Plate } from "../../ui/plate.tsx";
import { useLayer } from "../../ui/use-layer.ts";
import { DecisionCell } from "./decision-cell.tsx";
import { EventActions } from "./event-actions.tsx";
import { sourceOf } from "./event-filters.ts";
import { Picture } from "./picture.tsx";
import classes from "./picture-viewer.module.css";

const maxScale = 8;
const scaleStep = 1.4;

interface View {
  /** Id of the picture; another one starts unzoomed. */
  of: number;
  scale: number;
  x: number;
  y: number;
}

/** Zoom and pan of a picture, by wheel, buttons and dragging. */
function useZoom(of: number) {
  // State instead of a ref: a dialog renders its content after its first effects.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [kept, setView] = useState<View>({ of, scale: 1, x: 0, y: 0 });
  const view = kept.of === of ? kept : { of, scale: 1, x: 0, y: 0 };
  const held = useRef<{ x: number; y: number }>(undefined);

  /** Zooms around a point, and keeps the picture inside its frame. */
  const scaleTo = (wanted: number, at = { x: 0, y: 0 }) => {
    const scale = Math.min(maxScale, Math.max(1, wanted));
    const ratio = scale / view.scale;
    show(scale, at.x - (at.x - view.x) * ratio, at.y - (at.y - view.y) * ratio);
  };
  const show = (scale: number, x: number, y: number) => {
    const { width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {};
    const within = (value: number, size: number) =>
      Math.min(((scale - 1) * size) / 2, Math.max((-(scale - 1) * size) / 2, value));
    setView({ of, scale, x: within(x, width), y: within(y, height) });
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = frame?.getBoundingClientRect();
    if (box === undefined) return;
    event.preventDefault();
    const at = { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 };
    scaleTo(view.scale * scaleStep ** (event.deltaY < 0 ? 1 : -1), at);
  });
  useEffect(() => {
    const turned = (event: WheelEvent) => onWheel(event);
    // React's wheel listeners are passive and can't prevent scrolling.
    frame?.addEventListener("wheel", turned, { passive: false });
    return () => frame?.removeEventListener("wheel", turned);
  }, [frame]);

  return {
    ref: setFrame,
    maxScale,
    scale: view.scale,
    style: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    in: () => scaleTo(view.scale * scaleStep),
    out: () => scaleTo(view.scale / scaleStep),
    reset: () => scaleTo(1),
    dragging: {
      onPointerDown: (event: PointerEvent) => {
        held.current = { x: event.clientX - view.x, y: event.clientY - view.y };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (held.current !== undefined)
          show(view.scale, event.clientX - held.current.x, event.clientY - held.current.y);
      },
      onPointerUp: () => {
        held.current = undefined;
      },
    },
  };
}

type Pictured = Extract<SiteEvent, { images: object }>;

interface PictureViewerProps {
  event: Pictured;
  /** Undefined if there is no newer or older event. */
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  onClose: () => void;
}

/** The full image of an event with zoom, and its plate image. */
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
