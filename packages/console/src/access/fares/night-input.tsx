import { Switch, TextInput } from "@mantine/core";
import { type EnteredMoney, toAmount } from "../../forms/entered-money.ts";
import type { CustomFieldProps } from "../../forms/field.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import { type EnteredMinutes, MinutesInput, toMinutes } from "./minutes-input.tsx";
import classes from "./tariff.module.css";

/** A night rate while it is edited. */
interface EnteredNight {
  readonly from: string;
  readonly to: string;
  readonly periodMinutes: EnteredMinutes;
  readonly price: EnteredMoney;
}

const newNight: EnteredNight = { from: "22:00", to: "06:00", periodMinutes: 60, price: "" };

/** The night rate in the payload; null if there is none. */
export function toNight(value: unknown, currency: string) {
  const night = value as EnteredNight | null;
  if (night === null) return null;
  const { from, to, periodMinutes, price } = night;
  return { from, to, periodMinutes: toMinutes(periodMinutes), price: toAmount(price, currency) };
}

interface NightInputProps extends CustomFieldProps {
  path: string;
  currency: string;
}

/** The price of periods that start at night. */
export function NightInput({ path, currency, value, onChange, faults }: NightInputProps) {
  const night = value as EnteredNight | null;
  const set = (changed: Partial<EnteredNight>) => onChange({ ...(night ?? newNight), ...changed });
  return (
    <fieldset className={classes.nightRate} aria-label="Night rate">
      <Switch
        label="Night rate"
        description="Periods that start in these hours cost this instead of the steps"
        name={path}
        checked={night !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? newNight : null)}
      />
      {night !== null && (
        <div className={classes.night}>
          <TextInput
            type="time"
            name={`${path}.from`}
            label="From"
            error={faults[`${path}.from`]}
            value={night.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            name={`${path}.to`}
            label="Until"
            error={faults[`${path}.to`]}
            value={night.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <MinutesInput
            name={`${path}.periodMinutes`}
            label="Per started"
            fault={faults[`${path}.periodMinutes`]}
            value={night.periodMinutes}
            onChange={(periodMinutes) => set({ periodMinutes })}
          />
          <MoneyInput
            name={`${path}.price`}
            label="Price"
            currency={currency}
            fault={faults[`${path}.price`]}
            value={night.price}
            onChange={(price) => set({ price })}
          />
        </div>
      )}
    </fieldset>
  );
}
