import { tariffLimits } from "@gatehouse/contract/entities/tariff";
import { formatMoney, toDecimal, toMinorUnits } from "@gatehouse/contract/fares/money";

/** An amount in minor units, or the text that is being typed. */
export type EnteredMoney = number | string | null;

/** The amount in minor units; text that is no amount stays text, so that the schema rejects it. */
export function toAmount(value: EnteredMoney, currency: string): number | string | undefined {
  if (typeof value === "number") return value;
  const text = (value ?? "").trim();
  return text === "" ? undefined : (toMinorUnits(text, currency) ?? text);
}

const exampleAmount = 1_250;

/** What is wrong with an amount. The message of the schema is about minor units, which are never typed. */
export function describeMoneyError(value: EnteredMoney, error: string, currency: string): string {
  const amount = toAmount(value, currency);
  if (amount === undefined) return error;
  if (typeof amount === "string") return `Enter an amount such as ${toDecimal(exampleAmount, currency)}`;
  return `From 0 to ${formatMoney(tariffLimits.maxAmount, currency)}`;
}
