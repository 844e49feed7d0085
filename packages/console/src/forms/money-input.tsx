import { toDecimal } from "@gatehouse/contract/fares/money";
import { TextInput } from "@mantine/core";
import { describeMoneyError, type EnteredMoney, toAmount } from "./entered-money.ts";

interface MoneyInputProps {
  name: string;
  label: string;
  help?: string;
  currency: string;
  value: EnteredMoney;
  error: string | undefined;
  /** Shows the error of an amount as it is: it says more than the limits of all amounts. */
  isErrorShown?: boolean;
  onChange: (value: string) => void;
}

/** An amount in the site's currency. */
export function MoneyInput(props: MoneyInputProps) {
  const { name, label, help, currency, value, error, isErrorShown = false, onChange } = props;
  const isAmount = typeof toAmount(value, currency) === "number";
  return (
    <TextInput
      name={name}
      label={label}
      description={help}
      inputMode="decimal"
      autoComplete="off"
      rightSection={currency}
      rightSectionWidth={52}
      error={error && (isErrorShown && isAmount ? error : describeMoneyError(value, error, currency))}
      value={typeof value === "number" ? toDecimal(value, currency) : (value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
