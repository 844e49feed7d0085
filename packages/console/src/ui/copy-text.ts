/**
 * Copies text and returns whether that worked. Without HTTPS, as at many sites, a page has no clipboard access but can
 * copy the selection. If that fails too, the text stays selected for the user.
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
