import { Input, Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import type { Field } from "./field.ts";
import classes from "./settings-form.module.css";
import type { SettingsFormProps } from "./settings-form.tsx";

// The form is larger than the rest of a card, so it is loaded separately.
const SettingsForm = lazyWithRetry(() =>
  import("./settings-form.tsx").then((file) => ({ default: file.SettingsForm })),
);

interface LaterSettingsFormProps extends Omit<SettingsFormProps, "stored"> {
  /** Undefined while loading. */
  stored: SettingsFormProps["stored"] | undefined;
}

/** A `SettingsForm` whose place is as high while its code or its settings are loading, so that nothing below moves. */
export function LaterSettingsForm({ stored, ...form }: LaterSettingsFormProps) {
  const placeholder = <Placeholder fields={form.fields} />;
  if (stored === undefined) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <SettingsForm {...form} stored={stored} />
    </Suspense>
  );
}

/** The texts make it as high as the form, also where they wrap. */
function Placeholder({ fields }: { fields: readonly Field[] }) {
  return (
    <div className={classes.form} aria-hidden>
      {fields.map(({ name, label, help }) => (
        <Skeleton key={name} radius={6}>
          <Input.Wrapper labelElement="div" label={label} description={help}>
            <div className={classes.input} />
          </Input.Wrapper>
        </Skeleton>
      ))}
      <div className={classes.actions}>
        <Skeleton height={36} width={72} radius={6} />
      </div>
    </div>
  );
}
