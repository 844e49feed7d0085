import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useDraft, useKeepDraft } from "./drafts.ts";
import { fieldErrors, type Schema } from "./field-errors.ts";
import { isSame } from "./take-over.ts";

/** Whether a control belongs to a field with an error. */
function isAtError(control: Element, errors: object): boolean {
  const name = control.getAttribute("name") ?? control.getAttribute("data-field") ?? "";
  // A hidden input only carries the value of a visible control.
  return control.getAttribute("type") !== "hidden" && Object.hasOwn(errors, name);
}

function without<Values>(errors: FormErrors<Values>, isOver: (path: string) => boolean): FormErrors<Values> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isOver(path))) as FormErrors<Values>;
}

/** Error messages by field name. */
export type FormErrors<Values> = { [Name in keyof Values]?: string | undefined };

interface FormOptions<Values, Payload> {
  /** Name of the form on its page: what was typed when the session ends is kept under it. Null for forms of secrets. */
  draft: string | null;
  /** Fields whose values are not kept. */
  secrets?: readonly string[];
  initial: Values;
  /** Loads the schema. Schemas are large, so they are loaded with the first validation. */
  schema: () => Promise<Schema<Payload>>;
  /** Converts form values to the payload that is validated and sent. */
  toPayload: (values: Values) => unknown;
  /** Additional rules that only the form knows. */
  alsoCheck?: (values: Values) => FormErrors<Values>;
}

/** The values that were changed; undefined if there are none. */
function changesOf<Values extends object>(values: Values, initial: Values, secrets: readonly string[]) {
  const changed = Object.entries(values).filter(
    ([name, value]) => !secrets.includes(name) && !isSame(value, initial[name as keyof Values]),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Values>);
}

/**
 * Form state with validation by a contract schema. Validates on submit and focuses the first invalid field; editing a
 * field clears its error. Controls are found by their `name`.
 */
export function useForm<Values extends object, Payload>(options: FormOptions<Values, Payload>) {
  const { initial, draft, secrets = [] } = options;
  const typed = useDraft<Partial<Values>>(draft);
  const [values, setValues] = useState(typed ? { ...initial, ...typed } : initial);
  useKeepDraft(draft, () => changesOf(values, initial, secrets));
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);

  const show = (found: FormErrors<Values>) => {
    setErrors(found);
    const first = [...(ref.current?.elements ?? [])].find((field) => isAtError(field, found));
    if (first instanceof HTMLElement) first.focus();
  };

  return {
    ref,
    values,
    errors,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) => {
      setValues((now) => ({ ...now, [name]: value }));
      // A field can be a group, with nested paths.
      setErrors((now) => without(now, (path) => path === name || path.startsWith(`${String(name)}.`)));
    },
    /** Replaces the values of several fields; clears the errors of those that changed. */
    replace: (next: Values) => {
      const kept = Object.entries(errors).filter(
        ([name]) => next[name as keyof Values] === values[name as keyof Values],
      );
      setValues(next);
      setErrors(Object.fromEntries(kept) as FormErrors<Values>);
    },
    /** Starts over with other values. */
    reset: (next: Values) => {
      setValues(next);
      setErrors({});
    },
    /** Shows the field errors of a response, and returns whether it has any; `about` is the field of an error that names none. */
    blame: (error: unknown, about?: string): boolean => {
      if (!(error instanceof ApiError)) return false;
      const named = error.errors.map(({ path, message }) => [path, message]);
      const found = named.length > 0 || about === undefined ? named : [[about, error.message]];
      if (found.length > 0) show(Object.fromEntries(found) as FormErrors<Values>);
      return found.length > 0;
    },
    onSubmit: (save: (payload: Payload) => void | Promise<void>) => async (event: FormEvent) => {
      event.preventDefault();
      // The button can still be pressed while the schema loads, and until the page shows that the call is pending.
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      try {
        const payload = options.toPayload(values);
        const found = { ...(await fieldErrors(options.schema, payload)), ...options.alsoCheck?.(values) };
        show(found as FormErrors<Values>);
        if (Object.keys(found).length === 0) await save(payload as Payload);
      } finally {
        // Runs after the timer with which the call becomes pending.
        setTimeout(() => {
          isSubmitting.current = false;
        });
      }
    },
  };
}
