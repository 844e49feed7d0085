import { type OverrideKind, type overrideDraft, overrideTitles } from "@gatehouse/contract/entities/access/access";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { Button } from "@mantine/core";
import { IconDoorExit, IconLock, IconLockOpen, type TablerIcon } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { ActingPerson } from "../../people/acting-person.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { askToType } from "../../ui/yes-no.ts";
import classes from "./overrides.module.css";

const defaultLengthMs = 3_600_000;
const icons: Record<OverrideKind, TablerIcon> = {
  lockdown: IconLock,
  "hold-open": IconLockOpen,
  evacuate: IconDoorExit,
};

const fields: readonly Field<FieldName<typeof overrideDraft>>[] = [
  { kind: "text", name: "reason", label: "Reason", placeholder: "Fire drill" },
  { kind: "time", name: "until", label: "Ends at" },
];

const siteEffects: Record<OverrideKind, string> = {
  lockdown: "Lockdown closes every entry of the site.",
  "hold-open": "Hold open opens every gate of the site.",
  evacuate: "Evacuate opens and holds every exit of the site.",
};

interface OverrideFormProps {
  /** Null: the whole site. */
  gateId: number | null;
  kinds: readonly OverrideKind[];
  /** Focuses the first field, after a click that showed the form. */
  isFocused?: boolean;
}

/** Starts an override with one click on its kind, with a reason and an end time. */
export function OverrideForm({ gateId, kinds, isFocused = false }: OverrideFormProps) {
  const kind = useRef<OverrideKind>("lockdown");
  const suggested = new Date(useNowMs() + defaultLengthMs).toISOString();
  const [initial] = useState(() => ({ ...toFormValues(fields, undefined), until: suggested }));
  const [offered, setOffered] = useState(suggested);
  const form = useForm<Values, Input<"POST /access/overrides">["body"]>({
    draft: `override.${gateId}`,
    initial,
    schema: () => import("@gatehouse/contract/entities/access/access").then((file) => file.overrideDraft),
    toPayload: (values) => toPayload(fields, values, { kind: kind.current, gateId }),
    // Before the question about a site override, not after its answer.
    alsoCheck: ({ until }) => (Date.parse(String(until)) <= Date.now() ? { until: accessErrors.inThePast } : {}),
  });
  // The page may stay open for hours: the suggested end stays ahead until a person changes it.
  if (offered !== suggested) {
    setOffered(suggested);
    if (form.values.until === offered) form.set("until", suggested);
  }
  useEffect(() => {
    if (isFocused) form.ref.current?.querySelector("input")?.focus();
  }, [isFocused, form.ref]);
  const start = useAction("POST /access/overrides", {
    topics: ["access_overrides"],
    onSuccess: () => form.reset({ ...initial, until: suggested }),
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  // A slip of the hand must not move every barrier: an override of the site is typed.
  const isMeant = async () => {
    const title = overrideTitles[kind.current];
    return gateId !== null || (await askToType(`${siteEffects[kind.current]} Type “${title}” to start it.`, title));
  };
  const submit = form.onSubmit(async (body) => {
    if (await isMeant()) start.mutate({ body });
  });
  return (
    <form
      ref={form.ref}
      className={classes.form}
      data-site={gateId === null || undefined}
      aria-label="Start an override"
      noValidate
      // Only a click on a kind starts one; the Enter key in a field does not choose between them.
      onSubmit={(event) => event.preventDefault()}
    >
      <DialogError
        text={start.error ? errorText(start.error, messagesOf("POST /access/overrides")?.failure) : undefined}
      />
      <div className={classes.fields}>
        <FieldInputs fields={fields} form={form} />
      </div>
      <div className={classes.kinds}>
        {kinds.map((one) => {
          const Icon = icons[one];
          return (
            <Button
              key={one}
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              loading={start.isPending && kind.current === one}
              onClick={(event) => {
                kind.current = one;
                void submit(event);
              }}
            >
              {overrideTitles[one]}
            </Button>
          );
        })}
      </div>
      <ActingPerson />
    </form>
  );
}
