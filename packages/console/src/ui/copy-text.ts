/**
 * Copies a text and answers whether that worked. A page that came over plain http, as at many sites, may not write to
 * the clipboard by itself, but may copy what is selected; the text stays selected for the person if not even that works.
 */
export async function copyText(text: string, shownIn: Element | null): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    const written = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (written) return true;
  }
  if (shownIn === null) return false;
  getSelection()?.selectAllChildren(shownIn);
  return document.execCommand("copy");
}
