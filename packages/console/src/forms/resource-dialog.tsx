import { callMessages } from "@gatehouse/contract/messages";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, errorText } from "../api/api-error.ts";
import { useAction } from "../api/use-action.ts";
import { showBanner } from "../ui/banners.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFault } from "../ui/dialog-fault.tsx";
import { askYesNo } from "../ui/yes-no.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { DependentsNotice } from "./dependents-notice.tsx";
import { initialOf, payloadOf, type Values, valuesOf } from "./field.ts";
import { FieldInput } from "./field-input.tsx";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-dialog.module.css";
import { TestButton } from "./test-button.tsx";
import { useForm } from "./use-form.ts";

interface ResourceDialogProps {
  resource: Resource<Stored>;
  opened: Stored | "new";
  /** Whether it is not among the records any more. */
  isDeleted: boolean;
  onClose: () => void;
}

/** Adds, changes and deletes one record. */
export default function ResourceDialog({ resource, opened, isDeleted, onClose }: ResourceDialogProps) {
  const { fields, fixed = {}, noun, topic, words } = resource;
  // What the edits started from: a newer copy that arrives meanwhile must not be overwritten unseen.
  const [base, setBase] = useState(opened === "new" ? undefined : opened);
  const initial = valuesOf(fields, base);
  const [fault, setFault] = useState<Error>();
  const [isGone, setIsGone] = useState(false);
  const form = useForm<Values, Record<string, unknown>>({
    initial,
    schema: resource.draft as never,
    toPayload: (values) => payloadOf(fields, values, fixed),
  });

  const handles = (error: Error) => {
    form.blame(error);
    setFault(error);
    return true;
  };
  const options = { topics: [topic], onSuccess: onClose, handles };
  const create = useAction(resource.create as "POST /gates", options);
  const change = useAction(resource.change as "PUT /gates/{id}", options);
  const remove = useAction(resource.remove as "DELETE /gates/{id}", {
    topics: [topic],
    isQuiet: words.deleteSuccess !== undefined,
    onSuccess: () => {
      if (words.deleteSuccess !== undefined) showBanner({ tone: "success", title: words.deleteSuccess });
      if (resource.closesAfterMs === undefined) onClose();
      else setIsGone(true);
    },
    handles: (error) => {
      setFault(error);
      return true;
    },
  });

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(close, resource.closesAfterMs);
    return () => clearTimeout(timer);
  }, [isGone, resource.closesAfterMs]);

  // Deleted by someone else while it was open: what was typed is kept, and saving adds it again.
  const isLost = isDeleted && !remove.isSuccess;
  const isNew = base === undefined || isLost;
  const params = { id: base?.id ?? 0 };
  const save = (ifMatch: number | undefined) =>
    form.onSubmit((body) => {
      setFault(undefined);
      if (isNew) create.mutate({ body: body as never });
      else change.mutate({ params, body: body as never, ...(ifMatch !== undefined && { ifMatch }) });
    });
  const askAndRemove = async () => {
    const question = words.confirmDelete ?? `Are you sure you want to delete: ${base?.name}`;
    if (await askYesNo(question)) remove.mutate({ params });
  };
  const startFrom = (record: Stored) => {
    setBase(record);
    form.reset(valuesOf(fields, record));
    setFault(undefined);
  };

  const set = (name: string, value: unknown) => {
    form.set(name, value);
    for (const field of fields) if (field.startsOverWith === name) form.set(field.name, initialOf(field));
  };

  const conflict = fault instanceof ApiError && fault.code === "record/changed" ? (fault.current as Stored) : undefined;
  const dependents = fault instanceof ApiError ? fault.dependents : [];
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial);
  return (
    <Dialog
      opened
      title={`${base === undefined ? "Add" : "Edit"} ${noun}`}
      onClose={onClose}
      isChanged={() => isChanged && !isGone}
    >
      {isGone ? (
        <p role="status">{words.deleteSuccess ?? callMessages[resource.remove]?.success}</p>
      ) : (
        <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void save(base?.version)(event)}>
          {conflict === undefined && dependents.length === 0 && (
            <DialogFault text={fault && errorText(fault, faultWords(resource, base, remove.isError))} />
          )}
          {conflict !== undefined && !isNew && (
            <ConflictNotice
              fields={fields}
              mine={form.values}
              theirs={conflict}
              onOverwrite={(event) => void save(undefined)(event)}
              onReload={() => startFrom(conflict)}
            />
          )}
          {isLost && <DialogFault text={`Someone else deleted this ${noun}. Saving adds it again.`} />}
          {dependents.length > 0 && <DependentsNotice noun={noun} dependents={dependents} />}
          {resource.preview?.(form.values)}
          <div className={classes.fields}>
            {fields
              .filter((field) => field.showIf?.(form.values) !== false)
              .map((field) => (
                <div key={field.name} data-half={field.isHalf === true || undefined}>
                  <FieldInput
                    field={field}
                    values={form.values}
                    faults={form.faults as Record<string, string | undefined>}
                    isEdit={base !== undefined}
                    onChange={(value) => set(field.name, value)}
                  />
                </div>
              ))}
          </div>
          <div className={classes.actions}>
            {!isNew && (
              <Button
                variant="default"
                className={classes.delete ?? ""}
                leftSection={<IconTrash size={16} aria-hidden />}
                loading={remove.isPending}
                onClick={() => void askAndRemove()}
              >
                Delete
              </Button>
            )}
            {!isNew && resource.test !== undefined && <TestButton test={resource.test} id={base.id} />}
            <span className={classes.gap} />
            <Button type="submit" loading={create.isPending || change.isPending}>
              {base === undefined ? "Add" : "Save"}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** The catalogue's words for what was tried last. */
function faultWords(resource: Resource<Stored>, base: Stored | undefined, wasRemoval: boolean): string | undefined {
  if (base === undefined) return resource.words.createFailure ?? callMessages[resource.create]?.failure;
  return callMessages[wasRemoval ? resource.remove : resource.change]?.failure;
}
