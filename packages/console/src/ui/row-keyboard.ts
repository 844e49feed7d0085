import type { KeyboardEvent } from "react";
import { control } from "./row-controls.ts";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow up and down move the focus to the control above or below; inputs keep these keys. */
export function moveFocusInRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || event.defaultPrevented || !from.matches(control)) return;
  const rows = [...event.currentTarget.children]
    .map((row) => [...row.querySelectorAll<HTMLElement>(control)])
    .filter((controls) => controls.length > 0);
  const place = rows.findIndex((controls) => controls.includes(from));
  const away = (other: HTMLElement) => Math.abs(leftOf(other) - leftOf(from));
  const [nearest] = (place < 0 ? [] : (rows[place + step] ?? [])).toSorted((one, other) => away(one) - away(other));
  if (nearest === undefined) return;
  event.preventDefault();
  nearest.focus();
}

const leftOf = (element: HTMLElement) => element.getBoundingClientRect().left;
