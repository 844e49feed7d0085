const kibi = 1024;

/** How large a file is, in words. */
export function sizeText(bytes: number): string {
  if (bytes < kibi) return `${bytes} bytes`;
  if (bytes < kibi * kibi) return `${Math.round(bytes / kibi)} KB`;
  return `${(bytes / kibi / kibi).toFixed(1)} MB`;
}
