import { required } from "@gatehouse/contract/fields/required";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { useMay } from "../api/permissions.ts";
import { useLooseAction } from "../api/use-action.ts";
import { showBanner } from "../ui/banners.ts";
import { DialogError } from "../ui/dialog-error.tsx";
import { UnsavedGuard } from "../ui/unsaved-guard.tsx";
import { askYesNo } from "../ui/yes-no.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { DependentsNotice } from "./dependents-notice.tsx";
import { type Field, initialValue, secretsOf, toFormValues, toPayload, type Values } from "./field.ts";
import { FieldInput } from "./field-input.tsx";
import { HistoryButton } from "./history-button.tsx";
import type { Resource, Review, Stored } from "./resource.ts";
import classes from "./resource-form.module.css";
import { deleteQuestion, errorMessage, resourceTitles } from "./resource-texts.ts";
import { ReviewNotice } from "./review-notice.tsx";
import { isSame, takeOver } from "./take-over.ts";
import { TestButton } from "./test-button.tsx";
import { useForm } from "./use-form.ts";
import { useRestore } from "./use-restore.tsx";

interface ResourceFormProps {
  resource: Resource<Stored>;
  opened: Stored | "new";
  /** Whether someone else deleted the record. */
  isDeleted?: boolean;
  /** Content above the fields. */
  lead?: ReactNode;
  /** Called after the record was saved or deleted. */
  onDone: () => void;
  /** Called after a new record was saved to be tested; the form stays open. */
  onAdded?: () => void;
  /** Reports unsaved input. */
  onEdited?: (isEdited: boolean) => void;
  /** Stays open after saving, and follows changes by others while there is no unsaved input. */
  isKept?: boolean;
}

/** A loaded list with a record as it was saved. */
const withSaved = (list: unknown, saved: unknown): unknown =>
  Array.isArray(list) && isStored(saved) ? list.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)) : list;

const isStored = (saved: unknown): saved is Stored => typeof saved === "object" && saved !== null && "id" in saved;

/** The record as someone else saved it meanwhile. */
const currentOf = (error: Error | undefined): Stored | undefined =>
  error instanceof ApiError && error.code === "record/changed" ? (error.current as Stored) : undefined;

/** Form to add, edit, test and delete a record. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, opened, isDeleted = false, lead, onDone, onAdded, onEdited, isKept } = props;
  const { fields, fixed = {}, topic, touches = [], texts } = resource;
  // The version that the edits are based on: a newer one must not be overwritten unnoticed.
  const [base, setBase] = useState(opened === "new" ? undefined : opened);
  const initial = toFormValues(fields, base);
  // Includes what others saved in fields that the user has not changed.
  const [followed, setFollowed] = useState<Values>();
  const [shownError, setShownError] = useState<Error>();
  const [isGone, setIsGone] = useState(false);
  const form = useForm<Values, unknown>({
    draft: `${resource.name}.${base?.id ?? "new"}`,
    secrets: secretsOf(fields),
    initial,
    schema: resource.draft,
    toPayload: (values) => toPayload(fields, values, fixed),
    alsoCheck: (values) => (isNew ? missingIfNew(fields, values) : {}),
  });
  const restore = useRestore(fields, form, initial);
  const isChanged = !isSame(form.values, initial);
  const isEdited = isChanged && !isGone;
  useEffect(() => onEdited?.(isEdited), [onEdited, isEdited]);

  const startFrom = (record: Stored) => {
    setBase(record);
    form.reset(toFormValues(fields, record));
    restore.clear();
    setFollowed(undefined);
    setShownError(undefined);
  };
  const [kind, setKind] = useState(resource);
  if (kind.create !== resource.create) {
    setKind(resource);
    form.reset(keepEntered(kind.fields, form.values, fields));
  }
  const isNewer = opened !== "new" && base !== undefined && opened.version > base.version;
  if (isKept && isNewer && !isChanged) startFrom(opened);

  const topics = [topic, ...touches];
  const handles = (error: Error) => {
    const current = currentOf(error);
    if (current !== undefined) {
      const theirs = toFormValues(fields, current);
      takeOver(fields, form, followed ?? initial, theirs);
      setFollowed(theirs);
    }
    const about = error instanceof ApiError && error.code && resource.faultsAt?.[error.code];
    form.blame(error, about || undefined);
    setShownError(about ? undefined : error);
    return true;
  };
  // Whether a new record is tested once it is saved.
  const wantsTest = useRef(false);
  const [isTesting, setIsTesting] = useState(false);
  // A deleted record has nothing to save any more.
  const isRemoved = useRef(false);
  const queries = useQueryClient();
  const onSuccess = (record: unknown) => {
    // Opened again before the list is refetched, the record must not have its old values.
    queries.setQueriesData({ queryKey: [topic, resource.list.key] }, (list) => withSaved(list, record));
    if (isKept || wantsTest.current) startFrom(record as Stored);
    else onDone();
    setIsTesting(wantsTest.current);
    if (wantsTest.current) onAdded?.();
    wantsTest.current = false;
  };
  const create = useLooseAction(resource.create, { topics, onSuccess, handles });
  const change = useLooseAction(resource.change, { topics, onSuccess, handles });
  const remove = useLooseAction(resource.remove, {
    topics,
    isQuiet: texts.deleteSuccess !== undefined,
    onSuccess: () => {
      isRemoved.current = true;
      if (texts.deleteSuccess !== undefined) showBanner({ tone: "success", title: texts.deleteSuccess });
      if (resource.closesAfterMs === undefined) onDone();
      else setIsGone(true);
    },
    handles: (error) => {
      setShownError(error);
      return true;
    },
  });

  const close = useEffectEvent(onDone);
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(close, resource.closesAfterMs);
    return () => clearTimeout(timer);
  }, [isGone, resource.closesAfterMs]);

  // Deleted by someone else: keep the input, and add the record again on save.
  const isLost = isDeleted && !remove.isSuccess;
  const isNew = base === undefined || isLost;
  const may = useMay();
  const isReadOnly = !may(isNew ? resource.create : resource.change);
  const [review, setReview] = useState<Review | "running" | "accepted">();
  const isReviewing = review === "running";
  const Fields = isReadOnly || resource.review ? "fieldset" : "div";
  const params = { ...resource.list.params, id: base?.id ?? 0 };
  const save = (ifMatch: number | undefined) =>
    form.onSubmit(async (body) => {
      setShownError(undefined);
      if (resource.review && review === undefined) {
        setReview("running");
        const found = await resource.review.run(body as Readonly<Record<string, unknown>>, base?.id);
        setReview(found ?? undefined);
        if (found) return;
      }
      const question = wantsTest.current ? resource.test?.question : undefined;
      if (question !== undefined && !(await askYesNo(question))) return;
      const input = { params, body, query: resource.query, ...restore.extras };
      if (isNew) create.mutate(input);
      else change.mutate({ ...input, ...(ifMatch !== undefined && { ifMatch }) });
    });
  const confirmAndDelete = async (record: Stored) => {
    if (await askYesNo(deleteQuestion(resource, record))) remove.mutate({ params, query: resource.deleteQuery });
  };
  const set = (name: string, value: unknown) => {
    form.set(name, value);
    setReview(undefined);
    for (const field of fields) if (field.resetsWith === name) form.set(field.name, initialValue(field));
  };

  const history = base !== undefined && (
    <HistoryButton
      entity={topic}
      id={base.id}
      onRestore={isReadOnly || resource.isRestorable === false ? undefined : restore.load}
      isEdited={isEdited}
    />
  );
  const conflict = currentOf(shownError);
  const dependents = shownError instanceof ApiError ? shownError.dependents : [];
  if (isGone) return <p role="status">{texts.deleteSuccess ?? messagesOf(resource.remove)?.success}</p>;
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        wantsTest.current = false;
        void save(base?.version)(event);
      }}
    >
      {isKept && isEdited && base !== undefined && (
        <UnsavedGuard of={{ record: `${resource.name}.${base.id}` }} isChanged={() => !isRemoved.current} />
      )}
      {conflict === undefined && dependents.length === 0 && (
        <DialogError text={shownError && errorText(shownError, errorMessage(resource, base, remove.isError))} />
      )}
      {conflict !== undefined && !isNew && (
        <ConflictNotice
          fields={fields}
          opened={initial}
          mine={form.values}
          theirs={conflict}
          onOverwrite={(event) => void save(undefined)(event)}
          onReload={() => startFrom(conflict)}
        />
      )}
      {isReadOnly && isEdited && <DialogError text={`You don't have the permission to save this ${resource.noun}.`} />}
      {isLost && <DialogError text={`Someone else deleted this ${resource.noun}. Saving adds it again.`} />}
      {dependents.length > 0 && (
        <DependentsNotice
          error={messagesOf(resource.remove)?.failure}
          noun={resource.noun}
          dependents={dependents}
          placeOf={base && resource.dependentAt?.bind(null, base)}
        />
      )}
      {typeof review === "object" && (
        <ReviewNotice
          review={review}
          onSave={(event) => void save(base?.version)(event)}
          onChange={(values) => {
            form.replace({ ...form.values, ...values });
            setReview("accepted");
          }}
        />
      )}
      {restore.notice}
      {lead}
      {resource.preview?.(form.values)}
      <div className={classes.content} data-split={resource.aside !== undefined || undefined}>
        <Fields className={classes.fields} disabled={isReadOnly || isReviewing || undefined}>
          {fields
            .filter((field) => field.showIf?.(form.values) !== false)
            .map((field) => (
              <div key={field.name} data-half={field.isHalf === true || undefined}>
                <FieldInput
                  field={field}
                  values={form.values}
                  errors={form.errors as Record<string, string | undefined>}
                  isEdit={base !== undefined}
                  onChange={(value) => set(field.name, value)}
                />
              </div>
            ))}
        </Fields>
        {resource.aside?.(form.values)}
      </div>
      {isReviewing && <p role="status">{resource.review?.progress}</p>}
      {isReadOnly && <div>{history}</div>}
      {!isReadOnly && (
        <div className={classes.actions}>
          {!isNew && (
            <Button
              variant="default"
              className={classes.delete}
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={remove.isPending}
              onClick={() => void confirmAndDelete(base)}
            >
              Delete
            </Button>
          )}
          {!isNew && resource.test !== undefined && (
            <TestButton test={resource.test} id={base.id} startsAtOnce={isTesting} isUnsaved={isChanged} />
          )}
          {base === undefined && onAdded !== undefined && resource.test !== undefined && (
            <Button
              variant="default"
              loading={create.isPending}
              onClick={(event) => {
                wantsTest.current = true;
                void save(undefined)(event);
              }}
            >
              {`Save and ${resource.test.label.toLowerCase()}`}
            </Button>
          )}
          {history}
          <Button
            className={classes.submit}
            type="submit"
            loading={isReviewing || create.isPending || change.isPending}
          >
            {base === undefined ? resourceTitles(resource).submit : "Save"}
          </Button>
        </div>
      )}
    </form>
  );
}

const missingIfNew = (fields: readonly Field[], values: Values): Record<string, string> =>
  Object.fromEntries(
    fields.filter(({ name, isRequiredIfNew }) => isRequiredIfNew && !values[name]).map(({ name }) => [name, required]),
  );

/** The values after another kind of record was chosen: fields that are the same in both kinds keep their input. */
function keepEntered(before: readonly Field[], values: Values, after: readonly Field[]): Values {
  const same = new Map(before.map((field) => [JSON.stringify(field), field.name]));
  const kept = after.filter((field) => same.has(JSON.stringify(field))).map(({ name }) => [name, values[name]]);
  return { ...toFormValues(after, undefined), ...Object.fromEntries(kept) };
}
