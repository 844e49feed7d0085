import { type Stay, stayStateTitles } from "@gatehouse/contract/entities/stay";
import { stayMessages } from "@gatehouse/contract/entities/stay.messages";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRef } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { toAmount } from "../../forms/entered-money.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { EventLink } from "./event-link.tsx";
import { formatReportValue } from "./report-texts.ts";
import classes from "./stay.module.css";

const discountKey = "POST /stays/{id}/discounts";
const waiverKey = "POST /stays/{id}/waiver";

interface Values {
  readonly amount: string;
  readonly reason: string;
}

type Discount = Input<typeof discountKey>["body"];
type Waiver = Input<typeof waiverKey>["body"];

const empty: Values = { amount: "", reason: "" };

const schemas = () => import("@gatehouse/contract/entities/stay");

/** Reduces the fare of a stay by an amount, or waives what is left. */
function ReductionForm({ stay: { id } }: { stay: Stay }) {
  const { currency } = useSite();
  const isWaiver = useRef(false);
  const form = useForm<Values, Partial<Discount> & Waiver>({
    draft: `reduction.${id}`,
    initial: empty,
    schema: () => schemas().then((file) => (isWaiver.current ? file.waiverDraft : file.discountDraft)),
    toPayload: ({ amount, reason }) => ({
      ...(!isWaiver.current && { amount: toAmount(amount, currency) }),
      ...(reason.trim() !== "" && { reason: reason.trim() }),
    }),
  });
  const options = {
    topics: ["code_selections"],
    onSuccess: () => form.reset(empty),
    handles: (error: Error) => form.blame(error),
  } as const;
  const discount = useAction(discountKey, options);
  const waive = useAction(waiverKey, options);
  const submit = form.onSubmit((body) =>
    isWaiver.current
      ? waive.mutate({ params: { id }, body })
      : discount.mutate({ params: { id }, body: body as Discount }),
  );
  return (
    <form
      ref={form.ref}
      className={classes.form}
      aria-label="Reduce the fare"
      noValidate
      // The Enter key gives a discount, never a waiver.
      onSubmit={(event) => {
        isWaiver.current = false;
        void submit(event);
      }}
    >
      <TextInput
        name="reason"
        label="Reason"
        placeholder="Voucher of the shop"
        autoComplete="off"
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(event) => form.set("reason", event.currentTarget.value)}
      />
      <MoneyInput
        name="amount"
        label="Discount"
        currency={currency}
        value={form.values.amount}
        error={form.errors.amount}
        isErrorShown
        onChange={(amount) => form.set("amount", amount)}
      />
      <div>
        <Button type="submit" size="xs" loading={discount.isPending}>
          Give discount
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={waive.isPending}
          onClick={(event) => {
            isWaiver.current = true;
            void submit(event);
          }}
        >
          Waive the rest
        </Button>
      </div>
    </form>
  );
}

const withdrawKey = "DELETE /stays/{id}/reductions";

/** The discounts and the waiver of a stay. */
function Reductions({ stay }: { stay: Stay }) {
  const may = useMay();
  const { currency, timeZone } = useSite();
  const { id, reductions, net, tariff } = stay;
  const withdraw = useAction(withdrawKey, { topics: ["code_selections"] });
  const confirm = async () => {
    const text = "Withdraw the discounts and the waiver of this stay? Its net fare is the gross fare again.";
    if (await askYesNo(text)) withdraw.mutate({ params: { id } });
  };
  return (
    <section className={classes.reductions} aria-label="Reductions">
      <h3>Reductions</h3>
      {reductions.length === 0 && <p>None.</p>}
      {reductions.length > 0 && (
        <ul>
          {reductions.map(({ id: reductionId, amount, reason, by, at }) => (
            <li key={reductionId}>
              <strong>{amount === null ? "Waived" : `Discount of ${formatMoney(amount, currency)}`}</strong>
              {`: ${reason}`}
              <p>
                {`By ${by}, `}
                <DateTime at={at} timeZone={timeZone} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {reductions.length > 0 && may(withdrawKey) && (
        <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => void confirm()}>
          Withdraw
        </Button>
      )}
      {tariff !== null && net > 0 && may("POST /stays/{id}/discounts") && <ReductionForm stay={stay} />}
    </section>
  );
}

const key = "GET /stays/{id}";

/** A stay with its fare, which people who may open gates can reduce. */
export default function StaySheet({ id, onClose }: { id: number; onClose: () => void }) {
  // The rows of the Fare Report have the same topic, so that a reduction refreshes both.
  const query = useQuery(callQuery("code_selections", key, { params: { id } }));
  return (
    <SideSheet title={`Stay ${id}`} width={480} onClose={onClose}>
      {query.isPending && [40, 180, 120].map((height) => <Skeleton key={height} height={height} radius={8} />)}
      {query.isError && query.data === undefined && (
        <LoadError text={errorText(query.error, stayMessages[key].failure)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <StayDetails stay={query.data} />}
    </SideSheet>
  );
}

function StayDetails({ stay }: { stay: Stay }) {
  const { currency } = useSite();
  const { vehicle, vehicleType, state, entry, exit, seconds, tariff, gross, discount, waived, net } = stay;
  const money = (amount: number) => formatMoney(amount, currency);
  const fare: readonly (readonly [string, ReactNode])[] =
    state !== "complete"
      ? []
      : [
          ["Tariff", tariff === null ? "No tariff" : `${tariff.name}, version ${tariff.version}`],
          ["Gross", money(gross)],
          ["Discounts", money(discount)],
          ["Waived", money(waived)],
          ["Net", <strong key="net">{money(net)}</strong>],
        ];
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["Entry", <Passage key="entry" passage={entry} />],
    ["Exit", <Passage key="exit" passage={exit} />],
    ["Duration", formatReportValue("duration", seconds, currency)],
    ...fare,
  ];
  return (
    <>
      <div className={classes.vehicle}>
        <PlateFace text={vehicle} />
        <span>{[stayStateTitles[state], ...(vehicleType ? [seenVehicleTypeTitle(vehicleType)] : [])].join(", ")}</span>
      </div>
      <dl className={classes.details}>
        {rows.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {state === "complete" && <Reductions stay={stay} />}
    </>
  );
}

function Passage({ passage }: { passage: Stay["entry"] }) {
  const { timeZone } = useSite();
  if (passage === null) return "–";
  const { at, module, eventId } = passage;
  return (
    <>
      <DateTime at={at} timeZone={timeZone} />
      {", "}
      <EventLink reference={formatEventReference({ module: codeOf(module as ModuleKind), id: eventId })} />
    </>
  );
}
