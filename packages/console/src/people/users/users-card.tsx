import { userMessages } from "@gatehouse/contract/entities/user.messages";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { showBanner } from "../../ui/banners.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { type Invitation, UserRow } from "./user-row.tsx";

// Loaded when a form is first opened.
const InvitationDialog = lazyWithRetry(() => import("./invitation-dialog.tsx"));
const UserDialog = lazyWithRetry(() => import("./user-dialog.tsx"));

const columns = [
  { title: "Name" },
  { title: "User name", width: "17%" },
  { title: "Role", width: "17%" },
  { title: "Gates", width: "15%" },
  { title: "State", width: "17%" },
  { title: "Last seen", width: "12%" },
  { title: "Actions", width: "52px", isTitleHidden: true },
];

/** The users of the site. */
export function UsersCard() {
  const users = useQuery(callQuery("users", "GET /users"));
  const roles = useQuery(callQuery("roles", "GET /roles"));
  const record = useOpenRecord("users");
  const kept = useRetainedRecord(users.data, users.data, record.id);
  const [invitation, setInvitation] = useState<Invitation>();
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: "This user no longer exists" });
    record.close();
  });
  useEffect(() => {
    if (kept.isUnknown) giveUp();
  }, [kept.isUnknown]);
  const failed = [users, roles].find((query) => query.isError && query.data === undefined);
  const titleOf = (role: string) => roles.data?.find(({ name }) => name === role)?.title ?? role;
  const close = () => {
    setInvitation(undefined);
    if (record.newKind !== undefined) record.close();
  };
  return (
    <Card
      title="Users"
      purpose="Each person has an account of their own, with a role that decides what they may do."
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={roles.data === undefined}
          onClick={() => record.openNew()}
        >
          Invite user
        </Button>
      }
    >
      <DataTable
        label="Users"
        columns={columns}
        rows={roles.data && users.data}
        error={
          failed && {
            text: errorText(failed.error, userMessages[failed === users ? "GET /users" : "GET /roles"].failure),
            retry: () => void failed.refetch(),
          }
        }
        empty="No users yet"
      >
        {(user) => (
          <UserRow
            key={user.id}
            user={user}
            roleTitle={titleOf(user.role)}
            onEdit={() => record.open(user.id)}
            onInvited={setInvitation}
          />
        )}
      </DataTable>
      <Suspense>
        {roles.data !== undefined && (record.newKind !== undefined || invitation !== undefined) && (
          <InvitationDialog roles={roles.data} invitation={invitation} onInvited={setInvitation} onClose={close} />
        )}
        {roles.data !== undefined && kept.record !== undefined && (
          <UserDialog
            key={kept.record.id}
            user={kept.record}
            roles={roles.data}
            isDeleted={kept.isDeleted}
            onClose={record.close}
          />
        )}
      </Suspense>
    </Card>
  );
}
