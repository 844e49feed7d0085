import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { fieldFaults, type Schema } from "./field-faults.ts";

/** Whether a control is that of a field at fault, or of a part of it. */
function isAtFault(control: Element, faults: object): boolean {
  const name = control.getAttribute("name") ?? control.getAttribute("data-field") ?? "";
  // A hidden control only carries the value of the one that is seen.
  return control.getAttribute("type") !== "hidden" && Object.hasOwn(faults, name);
}

function without<Values>(faults: Faults<Values>, isOver: (path: string) => boolean): Faults<Values> {
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isOver(path))) as Faults<Values>;
}

/** What is wrong, by field. */
export type Faults<Values> = { [Name in keyof Values]?: string | undefined };

interface FormOptions<Values, Payload> {
  initial: Values;
  /** Fetches the contract's rules; they are heavy, so they come with the first check. */
  schema: () => Promise<Schema<Payload>>;
  /** What the rules look at and what is sent, made from what was typed. */
  toPayload: (values: Values) => unknown;
  /** Rules between fields that never reach the server. */
  alsoCheck?: (values: Values) => Faults<Values>;
}

/**
 * A form on the contract's rules: checked when it is submitted, and from then on a fault leaves its field when that
 * is changed. The first faulty field takes the focus. Fields are found by their `name`.
 */
export function useForm<Values extends object, Payload>(options: FormOptions<Values, Payload>) {
  const [values, setValues] = useState(options.initial);
  const [faults, setFaults] = useState<Faults<Values>>({});
  const ref = useRef<HTMLFormElement>(null);

  const show = (found: Faults<Values>) => {
    setFaults(found);
    const first = [...(ref.current?.elements ?? [])].find((field) => isAtFault(field, found));
    if (first instanceof HTMLElement) first.focus();
  };

  return {
    ref,
    values,
    faults,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) => {
      setValues((now) => ({ ...now, [name]: value }));
      // A field can be a group, whose parts have paths beneath its own.
      setFaults((now) => without(now, (path) => path === name || path.startsWith(`${String(name)}.`)));
    },
    /** Takes over what a group of fields became; a fault leaves the fields that changed. */
    replace: (next: Values) => {
      const kept = Object.entries(faults).filter(
        ([name]) => next[name as keyof Values] === values[name as keyof Values],
      );
      setValues(next);
      setFaults(Object.fromEntries(kept) as Faults<Values>);
    },
    /** Starts over from other values. */
    reset: (next: Values) => {
      setValues(next);
      setFaults({});
    },
    /** Shows what the server had against each field, or against the one that the refusal is known to be about. */
    blame: (error: unknown, about?: string) => {
      if (!(error instanceof ApiError)) return;
      const named = error.errors.map(({ path, message }) => [path, message]);
      const found = named.length > 0 || about === undefined ? named : [[about, error.message]];
      if (found.length > 0) show(Object.fromEntries(found) as Faults<Values>);
    },
    onSubmit: (save: (payload: Payload) => void | Promise<void>) => async (event: FormEvent) => {
      event.preventDefault();
      const payload = options.toPayload(values);
      const found = { ...(await fieldFaults(options.schema, payload)), ...options.alsoCheck?.(values) };
      show(found as Faults<Values>);
      if (Object.keys(found).length === 0) await save(payload as Payload);
    },
  };
}
