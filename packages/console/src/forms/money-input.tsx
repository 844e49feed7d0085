import { toDecimal } from "@gatehouse/contract/fares/money";
import { TextInput } from "@mantine/core";
import { describeMoneyFault, type EnteredMoney, toAmount } from "./entered-money.ts";

interface MoneyInputProps {
  name: string;
  label: string;
  help?: string;
  currency: string;
  value: EnteredMoney;
  fault: string | undefined;
  /** Shows the fault of an amount as it is: it says more than the limits of all amounts. */
  isFaultShown?: boolean;
  onChange: (value: string) => void;
}

/** An amount in the site's currency. */
export function MoneyInput(props: MoneyInputProps) {
  const { name, label, help, currency, value, fault, isFaultShown = false, onChange } = props;
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
      error={fault && (isFaultShown && isAmount ? fault : describeMoneyFault(value, fault, currency))}
      value={typeof value === "number" ? toDecimal(value, currency) : (value ?? "")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
