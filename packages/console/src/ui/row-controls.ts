/** What can be pressed in a row. */
export const control = ":is(button, a[href]):not(:disabled)";

/** The first control in a row, list or card. */
export const firstControl = (around: Element | null | undefined): HTMLElement | null =>
  around?.querySelector<HTMLElement>(control) ?? null;

/** The control to focus after a row was removed: in the next row, or the previous one. */
export const neighbourControl = (row: Element | null): HTMLElement | null =>
  firstControl(row?.nextElementSibling ?? row?.previousElementSibling);
