import type { Stay } from "@gatehouse/contract/entities/stay";
import { Button, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { Input } from "../../api/call.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { toAmount } from "../../forms/entered-money.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import { useForm } from "../../forms/use-form.ts";
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
export function ReductionForm({ stay: { id } }: { stay: Stay }) {
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
        error={form.faults.reason}
        onChange={(event) => form.set("reason", event.currentTarget.value)}
      />
      <MoneyInput
        name="amount"
        label="Discount"
        currency={currency}
        value={form.values.amount}
        fault={form.faults.amount}
        isFaultShown
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
