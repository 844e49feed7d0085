import { toDecimal } from "@gatehouse/contract/fares/money";
import { TextInput } from "@mantine/core";
import { describeMoneyFault, type EnteredMoney } from "./entered-money.ts";

interface MoneyInputProps {
  name: string;
  label: string;
  help?: string;
  currency: string;
  value: EnteredMoney;
  fault: string | undefined;
  onChange: (value: string) => void;
}

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
      error={fault && describeMoneyFault(value, fault, currency)}
      value={typeof value === "number" ? toDecimal(value, currency) : (value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
