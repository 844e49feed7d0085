import { dataClasses, dataClassNames } from "@gatehouse/contract/data-classes";
import type { Retention } from "@gatehouse/contract/entities/privacy";
import { privacyMessages } from "@gatehouse/contract/entities/privacy.messages";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { parseDecimal } from "../../forms/field.ts";
import { isSame } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Card } from "../../ui/card.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import classes from "./privacy.module.css";

/** The minimum and maximum retention of each kind of data. */
export function RetentionCard() {
  const query = useQuery(callQuery("configs", "GET /privacy/retention"));
  return (
    <Card
      title="Retention"
      purpose="Data is deleted after its maximum. Before its minimum, it can't be erased, and the maximum can't be set below it."
    >
      {query.isPending && <Skeleton height={280} radius={8} />}
      {query.isError && query.data === undefined && (
        <LoadError
          text={errorText(query.error, privacyMessages["GET /privacy/retention"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && <RetentionForm stored={query.data} />}
    </Card>
  );
}

type Values = Readonly<Record<string, string>>;

const bounds = [
  { key: "minDays", title: "At least" },
  { key: "maxDays", title: "At most" },
] as const;

const toValues = (retention: Retention): Values =>
  Object.fromEntries(
    dataClassNames.flatMap((name) => bounds.map(({ key }) => [`${name}.${key}`, String(retention[name][key])])),
  );

const toNumber = (text = "") => (text.trim() === "" ? undefined : parseDecimal(text.trim()));

const toPayload = (values: Values) =>
  Object.fromEntries(
    dataClassNames.map((name) => [
      name,
      Object.fromEntries(bounds.map(({ key }) => [key, toNumber(values[`${name}.${key}`])])),
    ]),
  );

function RetentionForm({ stored }: { stored: Retention }) {
  const isReadOnly = useReadOnly("PUT /privacy/retention");
  const initial = toValues(stored);
  const form = useForm<Values, Retention>({
    draft: "retention",
    initial,
    schema: () => import("@gatehouse/contract/entities/privacy").then((file) => file.retention),
    toPayload,
  });
  // Fields that were not edited follow the stored values: all are sent, and a colleague may have changed them.
  const [followed, setFollowed] = useState(initial);
  if (!isSame(initial, followed)) {
    setFollowed(initial);
    for (const [key, value] of Object.entries(initial)) if (form.values[key] === followed[key]) form.set(key, value);
  }
  const isChanged = !isSame(form.values, initial);
  const save = useAction("PUT /privacy/retention", {
    topics: ["configs", "legal_holds"],
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={(event) => void form.onSubmit((body) => save.mutate({ body }))(event)}>
      {isChanged && <UnsavedGuard />}
      <fieldset className={classes.retention} disabled={isReadOnly}>
        {dataClassNames.map((name) => (
          <fieldset key={name} className={classes.dataClass} aria-label={dataClasses[name].title}>
            <div>
              <strong>{dataClasses[name].title}</strong>
              <p>{dataClasses[name].purpose}</p>
            </div>
            {bounds.map(({ key, title }) => (
              <TextInput
                key={key}
                name={`${name}.${key}`}
                label={title}
                inputMode="numeric"
                autoComplete="off"
                rightSection="days"
                rightSectionWidth={56}
                value={form.values[`${name}.${key}`] ?? ""}
                error={form.errors[`${name}.${key}`]}
                onChange={(event) => form.set(`${name}.${key}`, event.currentTarget.value)}
              />
            ))}
          </fieldset>
        ))}
      </fieldset>
      {!isReadOnly && (
        <Button type="submit" mt="md" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
      )}
    </form>
  );
}
