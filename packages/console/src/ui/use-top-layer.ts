import { useEffect, useRef } from "react";

const layers: object[] = [];

/** Returns whether a dialog or sheet is the topmost open one: Escape closes only that one. */
export function useTopLayer(isOpen = true): () => boolean {
  const layer = useRef({});
  useEffect(() => {
    if (!isOpen) return;
    const own = layer.current;
    layers.push(own);
    // After the current event: the Escape key that closes a layer must not close the next one too.
    return () => void setTimeout(() => layers.splice(layers.indexOf(own), 1));
  }, [isOpen]);
  return () => layers.at(-1) === layer.current;
}
