import { weekdays } from "@gatehouse/contract/entities/access/schedule";
import type { Tariff, tariffDraft } from "@gatehouse/contract/entities/tariff";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { Skeleton, Switch, TextInput } from "@mantine/core";
import { Suspense } from "react";
import { DateInput } from "../../forms/date-input.tsx";
import { DetailsText } from "../../forms/details-text.tsx";
import { type EnteredMoney, toAmount } from "../../forms/entered-money.ts";
import type { CustomFieldProps, FieldName, Values } from "../../forms/field.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import type { Resource } from "../../forms/resource.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { type EnteredMinutes, MinutesInput, toMinutes } from "./minutes-input.tsx";
import { firstStep, StepsInput, toSteps } from "./steps-input.tsx";
import classes from "./tariff.module.css";
import { describeRates, describeScope } from "./tariff-text.ts";

/** A night rate while it is edited. */
interface EnteredNight {
  readonly from: string;
  readonly to: string;
  readonly periodMinutes: EnteredMinutes;
  readonly price: EnteredMoney;
}

const newNight: EnteredNight = { from: "22:00", to: "06:00", periodMinutes: 60, price: "" };

/** The night rate in the payload; null if there is none. */
function toNight(value: unknown, currency: string) {
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
function NightInput({ path, currency, value, onChange, errors }: NightInputProps) {
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
            error={errors[`${path}.from`]}
            value={night.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            name={`${path}.to`}
            label="Until"
            error={errors[`${path}.to`]}
            value={night.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <MinutesInput
            name={`${path}.periodMinutes`}
            label="Per started"
            error={errors[`${path}.periodMinutes`]}
            value={night.periodMinutes}
            onChange={(periodMinutes) => set({ periodMinutes })}
          />
          <MoneyInput
            name={`${path}.price`}
            label="Price"
            currency={currency}
            error={errors[`${path}.price`]}
            value={night.price}
            onChange={(price) => set({ price })}
          />
        </div>
      )}
    </fieldset>
  );
}

// It has the schema, which pages don't load before a form is open.
const WorkedExamplesPanel = lazyWithRetry(() => import("./worked-examples-panel.tsx"));

interface TariffSite {
  readonly currency: string;
  readonly timeZone: string;
  /** Today at the site, such as `2026-12-25`. */
  readonly today: string;
}

const toCap = (value: unknown, currency: string) => toAmount(value as EnteredMoney, currency) ?? null;

/** The entered rates, as the payload has them. */
const toRates = (values: Values, currency: string) => ({
  freeMinutes: toMinutes(String(values["rates.freeMinutes"])),
  steps: toSteps(values["rates.steps"], currency),
  dailyCap: toCap(values["rates.dailyCap"], currency),
  night: toNight(values["rates.night"], currency),
});

/** The tariffs of a site with this currency. */
export const createTariffResource = (site: TariffSite): Resource<Tariff, FieldName<typeof tariffDraft>> => ({
  topic: "tariffs",
  name: "tariffs",
  noun: "tariff",
  isWide: true,
  list: { key: "GET /tariffs" },
  create: "POST /tariffs",
  change: "PUT /tariffs/{id}",
  remove: "DELETE /tariffs/{id}",
  draft: () => import("@gatehouse/contract/entities/tariff").then((file) => file.tariffDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Cars, daytime", isHalf: true },
    {
      kind: "custom",
      name: "validFrom",
      label: "Valid from",
      initial: site.today,
      isHalf: true,
      draw: ({ value, onChange, errors }) => (
        <DateInput
          name="validFrom"
          label="Valid from"
          isLabelShown
          error={errors.validFrom}
          value={String(value)}
          onChange={onChange}
        />
      ),
    },
    {
      kind: "codes",
      name: "vehicleTypes",
      label: "Vehicle types (none: all)",
      choices: vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] })),
    },
    {
      kind: "codes",
      name: "days",
      label: "Days of the entry",
      choices: weekdays.map((label, index) => ({ value: String(index + 1), label })),
      initial: weekdays.map((_, index) => String(index + 1)),
      sendsNumber: true,
    },
    {
      kind: "number",
      name: "rates.freeMinutes",
      label: "Free minutes",
      help: "A longer stay is charged from its start",
      unit: "min",
      initial: "0",
      isHalf: true,
    },
    {
      kind: "custom",
      name: "rates.dailyCap",
      label: "Daily maximum",
      initial: null,
      isHalf: true,
      draw: ({ value, onChange, errors }) => (
        <MoneyInput
          name="rates.dailyCap"
          label="Daily maximum"
          help="For 24 hours from the entry. Empty: none"
          currency={site.currency}
          error={errors["rates.dailyCap"]}
          value={value as EnteredMoney}
          onChange={onChange}
        />
      ),
      send: (value) => toCap(value, site.currency),
      formatValue: (value) => (typeof value === "number" ? formatMoney(value, site.currency) : "None"),
    },
    {
      kind: "custom",
      name: "rates.steps",
      label: "Steps",
      initial: [firstStep],
      draw: (props) => <StepsInput path="rates.steps" currency={site.currency} {...props} />,
      send: (value) => toSteps(value, site.currency),
      formatValue: (value) =>
        describeRates(
          { freeMinutes: 0, steps: value as Tariff["rates"]["steps"], dailyCap: null, night: null },
          site.currency,
        ),
    },
    {
      kind: "custom",
      name: "rates.night",
      label: "Night rate",
      initial: null,
      draw: (props) => <NightInput path="rates.night" currency={site.currency} {...props} />,
      send: (value) => toNight(value, site.currency),
      formatValue: (value) =>
        value === null
          ? "None"
          : describeRates(
              { freeMinutes: 0, steps: [], dailyCap: null, night: value as Tariff["rates"]["night"] },
              site.currency,
            ),
    },
  ],
  aside: (values) => (
    <Suspense fallback={<Skeleton height={260} radius={6} />}>
      <WorkedExamplesPanel
        rates={toRates(values, site.currency)}
        validFrom={values.validFrom}
        currency={site.currency}
        timeZone={site.timeZone}
      />
    </Suspense>
  ),
  texts: {
    empty: "No tariffs yet",
    purpose: "Stays have no fare until a tariff applies to their vehicle type and day of entry.",
    confirmDelete: ({ name }) =>
      `Delete the tariff "${name}"? Vehicles that enter from now on don't pay by it. Earlier fares stay as they are.`,
  },
  title: ({ name }) => name,
  details: (tariff) => (
    <DetailsText>
      {`${describeRates(tariff.rates, site.currency)} · ${describeScope(tariff)} · version ${tariff.version}`}
    </DetailsText>
  ),
});
