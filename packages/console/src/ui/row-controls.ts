/** What can be pressed in a row. */
export const control = ":is(button, a[href]):not(:disabled)";

/** The first control in a row, list or card. */
export const firstControl = (around: Element | null | undefined): HTMLElement | null =>
  around?.querySelector<HTMLElement>(control) ?? null;

/** Finds the control to focus after a row was removed: in the next row, the previous one, its list or its card. */
export function findControlNear(row: Element): () => HTMLElement | null {
  const around = [row.nextElementSibling, row.previousElementSibling, row.parentElement, row.closest("section")];
  return () => {
    const controls = around.map((one) => (one?.isConnected ? firstControl(one) : null));
    return controls.find((found) => found !== null) ?? null;
  };
}

/** The control to focus before a row is removed: in the next row, or the previous one. */
export const neighbourControl = (row: Element | null): HTMLElement | null =>
  firstControl(row?.nextElementSibling ?? row?.previousElementSibling);
