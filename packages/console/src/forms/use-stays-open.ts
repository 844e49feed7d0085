import { useState } from "react";

/**
 * Whether something is open that only some people may open. What is open stays open if the permission is lost meanwhile,
 * for example because another person continues: what was entered is not lost.
 */
export function useStaysOpen(isOpened: boolean, isAllowed: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = isOpened && (isAllowed || wasOpen);
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  return isOpen;
}
