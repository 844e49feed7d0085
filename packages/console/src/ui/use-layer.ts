import { useEffect, useEffectEvent, useRef } from "react";

interface Layer {
  readonly close: () => void;
}

/** Open dialogs, sheets and menus, the topmost last. */
const layers: Layer[] = [];

/**
 * Closes a dialog or sheet on Escape while it is the topmost open one; returns whether it is. Mantine's own `closeOnEscape`
 * has to be off: each of its dialogs listens by itself, so that one key closes several.
 */
export function useLayer(onEscape: () => void, isOpen = true): () => boolean {
  const own = useRef<Layer>(null);
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => close() };
    own.current = layer;
    layers.push(layer);
    // Added once: the listener is the same for all layers.
    addEventListener("keydown", closeTopLayer, { capture: true });
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
  return () => layers.at(-1) === own.current;
}

function closeTopLayer({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== "Escape" || isComposing) return;
  // Mantine marks a control whose menu or list of choices is open, which the key closes first.
  if (target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true") return;
  layers.at(-1)?.close();
}
