/** Whether a code is a currency of ISO 4217. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** Cached, because files have millions of amounts. */
const digitsOf = new Map<string, number>();

/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const found =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, found);
  return found;
}

/** An amount in minor units as a decimal number, without rounding: 1250 in EUR is `12.50`. */
export function toDecimal(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The minor units of a decimal number such as `12.50` or `12,5`; undefined if it is none, or has too many digits. */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const found = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, whole, fraction = ""] = found;
  const digits = minorDigits(currency);
  if (fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** An amount in minor units with its currency, for people: `€12.50`. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(
    toDecimal(amount, currency) as Intl.StringNumericLiteral,
  );
