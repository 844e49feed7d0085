/** ID-6: what matching and searching compare: upper case, letters and digits only. */
export function normalizeIdentifier(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
