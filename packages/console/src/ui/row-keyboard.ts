import type { KeyboardEvent } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const control = ":is(button, a[href]):not(:disabled)";

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

/** The control to focus after a row was removed: in the next row, or the previous one. */
export const neighbourControl = (row: Element | null): HTMLElement | null =>
  firstControl(row?.nextElementSibling ?? row?.previousElementSibling);

/** The first control in a row, list or card. */
export const firstControl = (around: Element | null | undefined): HTMLElement | null =>
  around?.querySelector<HTMLElement>(control) ?? null;

const leftOf = (element: HTMLElement) => element.getBoundingClientRect().left;
