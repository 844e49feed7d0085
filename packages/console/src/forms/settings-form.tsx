import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useLooseAction } from "../api/use-action.ts";
import { type Field, toFormValues, toPayload, type Values } from "./field.ts";
import type { Schema } from "./field-faults.ts";
import { FieldInputs } from "./field-input.tsx";
import classes from "./settings-form.module.css";
import { useForm } from "./use-form.ts";

interface SettingsFormProps {
  fields: readonly Field[];
  /** Null before the first save. */
  stored: object | null;
  rules: () => Promise<Schema<unknown>>;
  save: ApiKey & `PUT ${string}`;
  topic: LiveTopic;
}

const isEqual = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other);

/** Form of a singleton: always visible, saved as a whole. */
export function SettingsForm({ fields, stored, rules, save: key, topic }: SettingsFormProps) {
  const initial = toFormValues(fields, stored ?? undefined);
  const form = useForm<Values, unknown>({
    initial,
    schema: rules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  // Follow the stored values until something is typed, so that a change by someone else does not overwrite the input.
  const [followed, setFollowed] = useState(initial);
  const isTyped = !isEqual(form.values, followed);
  const follow = (next: Values) => {
    setFollowed(next);
    form.reset(next);
  };
  const save = useLooseAction(key, {
    topics: [topic],
    // The server never returns a secret, so its field is empty after saving.
    onSuccess: () => follow(Object.fromEntries(fields.map((field) => [field.name, settled(field, form.values)]))),
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  if (!isEqual(initial, followed) && !save.isPending) {
    setFollowed(initial);
    if (!isTyped) form.reset(initial);
  }
  const submit = form.onSubmit((body) => save.mutate({ body }));
  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <FieldInputs fields={fields} form={form} isEdit />
      <Button type="submit" disabled={isEqual(form.values, initial)} loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}

const settled = (field: Field, values: Values): unknown =>
  field.kind === "text" && field.isSecret ? "" : values[field.name];
