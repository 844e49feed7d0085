import { type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { useFocusReturn } from "./use-focus-return.ts";

interface Layer {
  readonly close: () => void;
}

/** Open dialogs, sheets and menus, the topmost last. */
const layers: Layer[] = [];

/** Whether a layer is open; one that fades out is not. */
export const hasOpenLayer = (): boolean => layers.length > 0;

/** A layer that fades out must not take the clicks on what is below it. */
const fadingStyles = { overlay: { pointerEvents: "none" }, content: { pointerEvents: "none" } } as const;

/**
 * A dialog or sheet that closes on Escape while it is the topmost open one, and on an outside click, and returns the focus.
 * Mantine's own ways of closing are off: each of its dialogs listens for Escape by itself, so that one key would close
 * several.
 */
export function useLayer(onClose: () => void, isOpen = true) {
  const own = useRef<Layer>(null);
  const close = useEffectEvent(onClose);
  useFocusReturn(isOpen);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => close() };
    own.current = layer;
    layers.push(layer);
    // Added once: the listener is the same for all layers.
    addEventListener("keydown", onKey, { capture: true });
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
  return {
    isTop: () => layers.at(-1) === own.current,
    /** For Mantine's `Modal` and `Drawer`. */
    props: {
      opened: isOpen,
      onClose,
      closeOnEscape: false,
      closeOnClickOutside: false,
      returnFocus: false,
      // The first click of a double click may have opened the layer: the second one must not close it.
      overlayProps: { onClick: ({ detail }: MouseEvent) => detail < 2 && onClose() },
      styles: isOpen ? {} : fadingStyles,
    },
  };
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const top = layers.at(-1);
  if (!top || event.isComposing) return;
  // A held Enter key may be the one that opened the layer: it must not press the button that now has the focus.
  if (key === "Enter" && event.repeat && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
  // Mantine marks a control whose menu or list of choices is open, which Escape closes first.
  const hasOpenList = target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
  if (key === "Escape" && !hasOpenList) top.close();
}
