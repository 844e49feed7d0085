let isShown = false;

/** Called when the first page has replaced the frame of index.html. */
export function markFirstPageShown(): void {
  isShown = true;
}

/** Whether the first page has been rendered. */
export const isFirstPageShown = (): boolean => isShown;
