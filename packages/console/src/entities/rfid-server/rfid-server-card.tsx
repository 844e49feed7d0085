import { fieldDrivers } from "@gatehouse/contract/field-drivers";
import { callMessages } from "@gatehouse/contract/messages";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, payloadOf, type Values, valuesOf } from "../../forms/field.ts";
import { FieldInput } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Card } from "../../ui/card.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./rfid-server-card.module.css";

const fields: readonly Field[] = [
  { kind: "number", name: "port", label: "Port" },
  { kind: "text", name: "drv", label: "Driver", suggestions: fieldDrivers.reader },
];
const loadRules = () =>
  import("@gatehouse/contract/entities/rfid-server/rfid-server.endpoints").then((file) => file.rfidServer);

/** READER-2: where the RFID server listens and what it speaks. */
export function RfidServerCard() {
  const stored = useQuery(callQuery("rfid_server", "GET /configs/pzapp-rfid-server-details"));
  return (
    <Card title="RFID Server Settings" purpose="Where readers that call the site themselves are answered.">
      {stored.isError && stored.data === undefined && (
        <LoadFailure
          text={errorText(stored.error, callMessages["GET /configs/pzapp-rfid-server-details"]?.failure)}
          onRetry={() => void stored.refetch()}
        />
      )}
      {stored.isPending && <Skeleton height={62} />}
      {stored.data !== undefined && <RfidServerForm stored={stored.data} />}
    </Card>
  );
}

const isEqual = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other);

function RfidServerForm({ stored }: { stored: { port: number; drv: string } | null }) {
  const initial = valuesOf(fields, stored ?? undefined);
  const form = useForm<Values, { port: number; drv: string }>({
    initial,
    schema: loadRules,
    toPayload: (values) => payloadOf(fields, values, {}),
  });
  const save = useAction("PUT /configs/pzapp-rfid-server-details", {
    topics: ["rfid_server"],
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  // Follows what is stored until something is typed: a colleague's change must not wipe that.
  const [followed, setFollowed] = useState(initial);
  const isTyped = !isEqual(form.values, followed);
  if (!isEqual(initial, followed)) {
    setFollowed(initial);
    if (!isTyped) form.reset(initial);
  }
  const isSame = isEqual(form.values, initial);
  const submit = form.onSubmit((body) => save.mutate({ body }));
  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          values={form.values}
          faults={form.faults as Record<string, string | undefined>}
          isEdit
          onChange={(value) => form.set(field.name, value)}
        />
      ))}
      <Button type="submit" disabled={isSame} loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}
