import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { Button, Input, Skeleton } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useReadOnly } from "../api/permissions.ts";
import { useLooseAction } from "../api/use-action.ts";
import { UnsavedGuard } from "../ui/unsaved-guard.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { type Field, secretsOf, toFormValues, toPayload, type Values } from "./field.ts";
import type { Schema } from "./field-errors.ts";
import { FieldInputs } from "./field-input.tsx";
import { HistoryButton } from "./history-button.tsx";
import classes from "./settings-form.module.css";
import { isSame, takeOver } from "./take-over.ts";
import { useForm } from "./use-form.ts";
import { useRestore } from "./use-restore.tsx";

interface SettingsFormProps {
  fields: readonly Field[];
  /** Null before the first save, undefined while loading. */
  stored: object | null | undefined;
  /** Version of the stored settings, 0 before the first save; omitted for settings without one. */
  version?: number | undefined;
  rules: () => Promise<Schema<unknown>>;
  save: ApiKey & `PUT ${string}`;
  topic: LiveTopic;
}

interface Versioned {
  readonly version?: number;
}

/** The id of the only row of a table with settings. */
const singletonId = 1;

/** Form of a singleton: always visible, saved as a whole. */
export const SettingsForm = ({ stored, ...form }: SettingsFormProps) =>
  stored === undefined ? <Placeholder fields={form.fields} /> : <LoadedForm {...form} stored={stored} />;

/** The texts make it as high as the form, also where they wrap, so that nothing below moves. */
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

interface LoadedFormProps extends SettingsFormProps {
  stored: object | null;
}

function LoadedForm({ fields, stored, version, rules, save: key, topic }: LoadedFormProps) {
  const isReadOnly = useReadOnly(key);
  const initial = toFormValues(fields, stored ?? undefined);
  const form = useForm<Values, unknown>({
    draft: `${key}.${fields[0]?.name}`,
    secrets: secretsOf(fields),
    initial,
    schema: rules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const restore = useRestore(fields, form, initial);
  // Follow the stored values until something is typed, so that a change by someone else does not overwrite the input.
  const [followed, setFollowed] = useState(initial);
  const isTyped = !isSame(form.values, followed);
  // The version that the input is based on: a newer one must not be overwritten unnoticed.
  const [baseVersion, setBaseVersion] = useState(version);
  const [conflict, setConflict] = useState<Versioned>();
  const follow = (next: Values, nextVersion: number | undefined) => {
    setFollowed(next);
    form.reset(next);
    setBaseVersion(nextVersion);
    setConflict(undefined);
    restore.clear();
  };
  const save = useLooseAction<Versioned>(key, {
    topics: [topic],
    // The server never returns a secret, so its field is empty after saving.
    onSuccess: (response) =>
      follow(Object.fromEntries(fields.map((field) => [field.name, settled(field, form.values)])), response.version),
    handles: (error) => {
      form.blame(error);
      if (!(error instanceof ApiError && error.code === "record/changed" && error.current)) return false;
      takeOver(fields, form, followed, toFormValues(fields, error.current));
      setConflict(error.current);
      return true;
    },
  });
  if (!isSame(initial, followed) && !save.isPending) {
    setFollowed(initial);
    if (isTyped) takeOver(fields, form, followed, initial);
    else form.reset(initial);
  }
  if (version !== baseVersion && !isTyped && !save.isPending) setBaseVersion(version);
  const submit = (ifMatch: number | undefined) =>
    form.onSubmit((body) => save.mutate({ body, ...restore.extras, ...(ifMatch !== undefined && { ifMatch }) }));
  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(baseVersion)(event)}>
      {isTyped && <UnsavedGuard />}
      {conflict !== undefined && (
        <ConflictNotice
          fields={fields}
          opened={followed}
          mine={form.values}
          theirs={conflict}
          onOverwrite={(event) => void submit(undefined)(event)}
          onReload={() => follow(toFormValues(fields, conflict), conflict.version)}
        />
      )}
      {restore.notice && <div className={classes.notice}>{restore.notice}</div>}
      {isReadOnly ? (
        <fieldset className={classes.readOnly} disabled>
          <FieldInputs fields={fields} form={form} isEdit />
        </fieldset>
      ) : (
        <FieldInputs fields={fields} form={form} isEdit />
      )}
      <div className={classes.actions}>
        {!isReadOnly && (
          <Button type="submit" disabled={isSame(form.values, initial)} loading={save.isPending}>
            Save
          </Button>
        )}
        {stored !== null && (
          <HistoryButton
            entity={topic}
            id={singletonId}
            onRestore={isReadOnly ? undefined : restore.load}
            isEdited={isTyped}
          />
        )}
      </div>
    </form>
  );
}

const settled = (field: Field, values: Values): unknown =>
  field.kind === "text" && field.isSecret ? "" : values[field.name];
