import type { RolePolicy, rolePolicyDraft } from "@gatehouse/contract/entities/role-policy";
import { sessionLimits } from "@gatehouse/contract/session-limits";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { isSame } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./policies.module.css";

const { idleMinutes, maxAgeHours } = sessionLimits;

const describe = ({ initial, min, max }: { initial: number; min: number; max: number }) =>
  `From ${min} to ${max}; ${initial} if empty`;

const fields: readonly Field<FieldName<typeof rolePolicyDraft>>[] = [
  {
    kind: "number",
    name: "idleMinutes",
    label: "Signed out when idle for",
    unit: "min",
    help: describe(idleMinutes),
    isOptional: true,
  },
  {
    kind: "number",
    name: "maxAgeHours",
    label: "Maximum session age",
    unit: "h",
    help: describe(maxAgeHours),
    isOptional: true,
  },
  { kind: "switch", name: "isSecondFactorRequired", label: "Second factor required" },
];

const loadRules = () => import("@gatehouse/contract/entities/role-policy").then((file) => file.rolePolicyDraft);

/** Changes the policy of a role. */
export default function PolicyDialog({ policy, onClose }: { policy: RolePolicy; onClose: () => void }) {
  const [shownError, setShownError] = useState<Error>();
  // The version that the form started with: a later change by someone else is rejected, not overwritten.
  const [{ initial, version }] = useState(() => ({
    initial: toFormValues(fields, policy),
    version: policy.version,
  }));
  const form = useForm<Values, Input<"PUT /sign-in/policies/{role}">["body"]>({
    draft: `policy.${policy.role}`,
    initial,
    schema: loadRules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const save = useAction("PUT /sign-in/policies/{role}", {
    topics: ["role_policies"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      setShownError(error);
      return true;
    },
  });
  const submit = form.onSubmit((body) => {
    setShownError(undefined);
    save.mutate({ params: { role: policy.role }, body, ifMatch: version });
  });
  return (
    <Dialog
      opened
      title={`Sessions of ${policy.title}`}
      onClose={onClose}
      isChanged={() => !isSame(form.values, initial)}
    >
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <DialogError text={shownError && errorText(shownError, messagesOf("PUT /sign-in/policies/{role}")?.failure)} />
        <FieldInputs fields={fields} form={form} />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
