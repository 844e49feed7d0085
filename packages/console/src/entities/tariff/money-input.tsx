import { tariffLimits } from "@gatehouse/contract/entities/tariff/tariff-limits";
import { formatMoney, toDecimal, toMinorUnits } from "@gatehouse/contract/fares/money";
import { TextInput } from "@mantine/core";

/** An amount in minor units, or the text that is being typed. */
export type EnteredMoney = number | string | null;

/** REP-4: the amount in minor units; text that is no amount stays text, so that the schema refuses it. */
export function toAmount(value: EnteredMoney, currency: string): number | string | undefined {
  if (typeof value === "number") return value;
  const text = (value ?? "").trim();
  return text === "" ? undefined : (toMinorUnits(text, currency) ?? text);
}

interface MoneyInputProps {
  name: string;
  label: string;
  help?: string;
  currency: string;
  value: EnteredMoney;
  fault: string | undefined;
  onChange: (value: string) => void;
}

const exampleAmount = 1_250;

/** REP-4: an amount in the site's currency. */
export function MoneyInput({ name, label, help, currency, value, fault, onChange }: MoneyInputProps) {
  return (
    <TextInput
      name={name}
      label={label}
      description={help}
      inputMode="decimal"
      autoComplete="off"
      rightSection={currency}
      rightSectionWidth={52}
      error={fault && describeFault(value, fault, currency)}
      value={typeof value === "number" ? toDecimal(value, currency) : (value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The rule is about minor units, which nobody types. */
function describeFault(value: EnteredMoney, fault: string, currency: string): string {
  const amount = toAmount(value, currency);
  if (amount === undefined) return fault;
  if (typeof amount === "string") return `Enter an amount such as ${toDecimal(exampleAmount, currency)}`;
  return `From 0 to ${formatMoney(tariffLimits.maxAmount, currency)}`;
}
