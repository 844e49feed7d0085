let numbers: Intl.NumberFormat | undefined;
const bytesPerKb = 1024;

/** Formats a number with thousands separators and a true minus sign: "1,204" or "−3". */
export function formatNumber(value: number): string {
  // Created when it is first used: this takes longer than everything else in this file.
  numbers ??= new Intl.NumberFormat("en-GB", { maximumFractionDigits: 6 });
  return numbers.format(value).replace("-", "−");
}

/** Formats a difference with its sign: "+1" or "−1". */
export const formatSigned = (value: number): string => `${value > 0 ? "+" : ""}${formatNumber(value)}`;

/** Formats a file size: "300 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < bytesPerKb) return `${bytes} bytes`;
  if (bytes < bytesPerKb * bytesPerKb) return `${Math.round(bytes / bytesPerKb)} KB`;
  return `${(bytes / bytesPerKb / bytesPerKb).toFixed(1)} MB`;
}
