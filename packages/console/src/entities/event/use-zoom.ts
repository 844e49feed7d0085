import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

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
export function useZoom(of: number) {
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
