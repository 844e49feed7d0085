import { weekdays } from "@gatehouse/contract/entities/access/schedule";
import type { Tariff, tariffDraft } from "@gatehouse/contract/entities/tariff";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { DateInput } from "../../forms/date-input.tsx";
import { DetailsText } from "../../forms/details-text.tsx";
import { type EnteredMoney, toAmount } from "../../forms/entered-money.ts";
import type { FieldName, Values } from "../../forms/field.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import type { Resource } from "../../forms/resource.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { toMinutes } from "./minutes-input.tsx";
import { NightInput, toNight } from "./night-input.tsx";
import { firstStep, StepsInput, toSteps } from "./steps-input.tsx";
import { describeRates, describeScope } from "./tariff-text.ts";

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
      draw: ({ value, onChange, faults }) => (
        <DateInput
          name="validFrom"
          label="Valid from"
          isLabelShown
          error={faults.validFrom}
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
      choices: weekdays.map((label, place) => ({ value: String(place + 1), label })),
      initial: weekdays.map((_, place) => String(place + 1)),
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
      draw: ({ value, onChange, faults }) => (
        <MoneyInput
          name="rates.dailyCap"
          label="Daily maximum"
          help="For 24 hours from the entry. Empty: none"
          currency={site.currency}
          fault={faults["rates.dailyCap"]}
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
