let isLoaded = false;
let isShown = false;

/** Called when the data that the first page shows is loaded, before it is rendered. */
export function markFirstPageLoaded(): void {
  isLoaded = true;
}

/** Called when the first page has replaced the frame of index.html. */
export function markFirstPageShown(): void {
  isShown = true;
}

/** Whether the first page is about to be rendered, with its data. */
export const isFirstPageLoaded = (): boolean => isLoaded && !isShown;

/** Whether the first page has been rendered. */
export const isFirstPageShown = (): boolean => isShown;
