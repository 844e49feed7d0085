import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import type { Config } from "@gatehouse/contract/entities/config";
import { requiredConfig } from "@gatehouse/contract/entities/required-configs";
import { ActionIcon, Button } from "@mantine/core";
import { IconLock, IconTrash } from "@tabler/icons-react";
import { Suspense, useId, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { HistoryButton } from "../../forms/history-button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { isChanged, toDraftValues } from "./config-draft.ts";
import { KeyField, TypeField, useConfigForm, ValueField } from "./config-fields.tsx";
import classes from "./config-list.module.css";

// Loaded with the first conflict.
const ConfigConflict = lazyWithRetry(() => import("./config-conflict.tsx"));

/** A configuration. A required one can't be renamed, retyped or deleted. */
export function ConfigRow({ config, isReadOnly }: { config: Config; isReadOnly: boolean }) {
  const formId = useId();
  // The version that the edits are based on: a newer one must not be overwritten unnoticed.
  const [base, setBase] = useState(config);
  const [isOutdated, setIsOutdated] = useState(false);
  const [restored, setRestored] = useState<AuditEntry>();
  const form = useConfigForm(config.scope, toDraftValues(config), config.id);
  const hasEdits = isChanged(form.values, toDraftValues(base));

  const startFrom = (record: Config) => {
    setBase(record);
    form.reset(toDraftValues(record));
    setIsOutdated(false);
    setRestored(undefined);
  };
  // Fills in the values before a change; key and type of a required configuration stay.
  const restore = (entry: AuditEntry) => {
    const earlier = entry.before as unknown as Config;
    form.replace(toDraftValues(config.isRequired ? { ...base, value: earlier.value } : earlier));
    setRestored(entry);
  };
  if (config.version !== base.version && !hasEdits) startFrom(config);

  const update = useAction("PUT /configs/{id}", {
    topics: ["configs"],
    onSuccess: startFrom,
    handles: (error) => {
      form.blame(error);
      if (!(error instanceof ApiError && error.code === "record/changed")) return false;
      setIsOutdated(true);
      return true;
    },
  });
  const remove = useAction("DELETE /configs/{id}", { topics: ["configs"] });

  const params = { id: config.id };
  const source = restored && { restoredFrom: restored.id };
  const save = form.onSubmit((body) => update.mutate({ params, body, ifMatch: base.version, ...source }));
  const overwrite = form.onSubmit((body) => update.mutate({ params, body, ...source }));
  const confirmAndDelete = async () => {
    if (await askYesNo(`Are you sure you want to delete: ${config.key}`)) remove.mutate({ params });
  };

  const about = requiredConfig(config.scope, config.key)?.description;
  const fields = {
    form: formId,
    of: config.key,
    values: form.values,
    errors: form.errors,
    onChange: form.replace,
  };
  return (
    <tr className={classes.row}>
      <td>
        {config.isRequired || isReadOnly ? (
          <>
            <span className={classes.key}>
              {config.key}
              {!isReadOnly && <IconLock size={13} aria-label="Required: key and type are fixed" />}
            </span>
            {about !== undefined && <p className={classes.about}>{about}</p>}
          </>
        ) : (
          <KeyField {...fields} />
        )}
      </td>
      <td>
        {config.isRequired || isReadOnly ? (
          <span className={classes.type}>{config.dataType}</span>
        ) : (
          <TypeField {...fields} />
        )}
      </td>
      <td>
        {isReadOnly ? (
          <span className={classes.key}>
            <span className={classes.mono}>{String(config.value) || "–"}</span>
            <HistoryButton entity="configs" id={config.id} iconFor={config.key} />
          </span>
        ) : (
          <ValueField {...fields} />
        )}
        {restored !== undefined && <RestoredValue source={restored} current={base} />}
      </td>
      {!isReadOnly && (
        <td>
          <form
            ref={form.ref}
            id={formId}
            className={classes.actions}
            noValidate
            onSubmit={(event) => void save(event)}
          >
            {hasEdits && <UnsavedGuard of="list" />}
            <Button
              type="submit"
              size="compact-sm"
              aria-label={`Save ${config.key}`}
              disabled={!hasEdits}
              loading={update.isPending}
            >
              Save
            </Button>
            <HistoryButton
              entity="configs"
              id={config.id}
              iconFor={config.key}
              onRestore={restore}
              isEdited={hasEdits}
            />
            {!config.isRequired && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${config.key}`}
                loading={remove.isPending}
                onClick={() => void confirmAndDelete()}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </form>
          <Suspense>
            {isOutdated && (
              <ConfigConflict
                current={config}
                onKeepMine={(event) => {
                  setIsOutdated(false);
                  void overwrite(event);
                }}
                onTakeTheirs={() => startFrom(config)}
                onClose={() => setIsOutdated(false)}
              />
            )}
          </Suspense>
        </td>
      )}
    </tr>
  );
}

/** Compares the filled-in earlier value with the stored one. */
function RestoredValue({ source, current }: { source: AuditEntry; current: Config }) {
  const { timeZone } = useSite();
  return (
    <p className={classes.about} role="status">
      {"Value before "}
      <DateTime at={source.at} timeZone={timeZone} />
      {`; now ${String(current.value) || "empty"}. Save to restore it.`}
    </p>
  );
}
