import type { User } from "@gatehouse/contract/entities/user";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { CallResponse } from "../../api/call.ts";
import { useSession } from "../../api/session.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./user.module.css";
import { GateNames } from "./user.resource.tsx";

/** A one-time password with its user. */
export type Invitation = CallResponse<"POST /users">;

interface UserRowProps {
  user: User;
  roleTitle: string;
  onEdit: () => void;
  onInvited: (invitation: Invitation) => void;
}

export function UserRow({ user, roleTitle, onEdit, onInvited }: UserRowProps) {
  const { timeZone } = useSite();
  const isSelf = useSession()?.username === user.username;
  return (
    <tr className={classes.row} data-disabled={user.isDisabled || undefined}>
      <td data-label="Name">
        <button type="button" className={classes.name} data-opens={`users.${user.id}`} onClick={onEdit}>
          {user.name || user.username}
        </button>
        {isSelf && <span className={classes.self}>You</span>}
      </td>
      <td data-label="User name">{user.username}</td>
      <td data-label="Role">{roleTitle}</td>
      <td data-label="Gates">
        <GateNames ids={user.gateIds} />
      </td>
      <td data-label="State">
        <UserState user={user} timeZone={timeZone} />
      </td>
      <td data-label="Last seen">
        {user.lastSeenAt === null ? "Never" : <RelativeTime at={user.lastSeenAt} timeZone={timeZone} />}
      </td>
      <td>
        <UserMenu user={user} isSelf={isSelf} onEdit={onEdit} onInvited={onInvited} />
      </td>
    </tr>
  );
}

function UserState({ user: { isDisabled, invitedUntil }, timeZone }: { user: User; timeZone: string }) {
  const nowMs = useNowMs();
  if (isDisabled) return <span data-tone="bad">Disabled</span>;
  if (invitedUntil === null) return "Active";
  if (Date.parse(invitedUntil) <= nowMs) return <span data-tone="warn">Invitation expired</span>;
  return (
    <>
      Invited until <DateTime at={invitedUntil} timeZone={timeZone} />
    </>
  );
}

interface UserMenuProps extends Omit<UserRowProps, "roleTitle"> {
  isSelf: boolean;
}

function UserMenu({ user, isSelf, onEdit, onInvited }: UserMenuProps) {
  const { id, username, version, isDisabled } = user;
  const params = { id };
  const change = useAction("PATCH /users/{id}", { topics: ["users"] });
  const renew = useAction("POST /users/{id}/one-time-password", { topics: ["users"], onSuccess: onInvited });
  const signOut = useAction("POST /users/{id}/end-sessions", { topics: ["users"] });
  const resetFactor = useAction("DELETE /users/{id}/second-factor", { topics: ["users"] });
  const confirmAndToggle = async () => {
    const question = `Disable ${username}? They are signed out immediately and can't sign in.`;
    if (isDisabled || (await askYesNo(question))) {
      change.mutate({ params, body: { isDisabled: !isDisabled }, ifMatch: version });
    }
  };
  const confirmAndRenew = async () => {
    const question = `Replace the password of ${username} by a one-time password? They are signed out everywhere.`;
    if (await askYesNo(question)) renew.mutate({ params });
  };
  const confirmAndReset = async () => {
    const question = `Remove the second factor of ${username}? They are signed out everywhere and sign in with the password alone.`;
    if (await askYesNo(question)) resetFactor.mutate({ params });
  };
  const confirmAndSignOut = async () => {
    if (await askYesNo(`Sign ${username} out on every device?`)) signOut.mutate({ params });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${username}`}
          loading={change.isPending || renew.isPending || signOut.isPending || resetFactor.isPending}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        {/* One's own sessions would end before the password is read; the account menu changes it. */}
        {!isSelf && <Menu.Item onClick={() => void confirmAndRenew()}>New one-time password</Menu.Item>}
        {!isSelf && user.hasSecondFactor && (
          <Menu.Item onClick={() => void confirmAndReset()}>Reset second factor</Menu.Item>
        )}
        <Menu.Item onClick={() => void confirmAndSignOut()}>Sign out everywhere</Menu.Item>
        <Menu.Item onClick={() => void confirmAndToggle()}>{isDisabled ? "Enable" : "Disable"}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
