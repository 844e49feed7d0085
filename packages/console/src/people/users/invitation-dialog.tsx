import type { RoleRecord } from "@gatehouse/contract/entities/user";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import classes from "./user.module.css";
import { loadUserRules, userFields } from "./user.resource.tsx";
import type { Invitation } from "./user-row.tsx";

interface InvitationDialogProps {
  roles: readonly RoleRecord[];
  /** A one-time password to show; without one, the dialog invites a new user first. */
  invitation: Invitation | undefined;
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

/** Invites a user and shows the one-time password once. */
export default function InvitationDialog({ roles, invitation, onInvited, onClose }: InvitationDialogProps) {
  const [isEdited, setIsEdited] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      opened
      title={invitation === undefined ? "Invite user" : "One-time password"}
      onClose={onClose}
      // Closing would lose the typed values, or the password.
      isChanged={() => (invitation === undefined ? isEdited : !isCopied)}
      question={
        invitation === undefined ? undefined : "The password was not copied and cannot be shown again. Close anyway?"
      }
    >
      {invitation === undefined ? (
        <InviteForm roles={roles} onEdited={() => setIsEdited(true)} onInvited={onInvited} />
      ) : (
        <OneTimeSecret value={invitation.oneTimePassword} isCopied={isCopied} onCopied={setIsCopied} onDone={onClose}>
          <InvitationNote invitation={invitation} />
        </OneTimeSecret>
      )}
    </Dialog>
  );
}

function InvitationNote({ invitation: { user } }: { invitation: Invitation }) {
  const { timeZone } = useSite();
  return (
    <>
      Copy the one-time password of <strong>{user.username}</strong> now. It can't be shown again.
      {user.invitedUntil !== null && (
        <>
          {" It is valid until "}
          <DateTime at={user.invitedUntil} timeZone={timeZone} />.
        </>
      )}
      {" At the next sign-in they choose a password of their own."}
    </>
  );
}

interface InviteFormProps {
  roles: readonly RoleRecord[];
  onEdited: () => void;
  onInvited: (invitation: Invitation) => void;
}

function InviteForm({ roles, onEdited, onInvited }: InviteFormProps) {
  const [shownError, setShownError] = useState<Error>();
  const fields = userFields(roles);
  const form = useForm<Values, Input<"POST /users">["body"]>({
    draft: "invitation",
    initial: toFormValues(fields, undefined),
    schema: loadUserRules,
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const invite = useAction("POST /users", {
    topics: ["users", "roles"],
    onSuccess: onInvited,
    handles: (error) => {
      form.blame(error);
      setShownError(error);
      return true;
    },
  });
  const submit = form.onSubmit((body) => {
    setShownError(undefined);
    invite.mutate({ body });
  });
  const set: typeof form.set = (name, value) => {
    form.set(name, value);
    onEdited();
  };
  return (
    <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <DialogError text={shownError && errorText(shownError, messagesOf("POST /users")?.failure)} />
      <FieldInputs fields={fields} form={{ ...form, set }} />
      <Button type="submit" loading={invite.isPending}>
        Invite
      </Button>
    </form>
  );
}
