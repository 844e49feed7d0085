import type { RoleRecord, User } from "@gatehouse/contract/entities/user";
import ResourceDialog from "../../forms/resource-dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { createUserResource } from "./user.resource.tsx";

interface UserDialogProps {
  user: User;
  roles: readonly RoleRecord[];
  /** Whether someone else deleted the user. */
  isDeleted: boolean;
  onClose: () => void;
}

/** Edits or deletes a user. A deleted user can't be saved again: that would be an invitation. */
export default function UserDialog({ user, roles, isDeleted, onClose }: UserDialogProps) {
  return (
    <ResourceDialog
      resource={createUserResource(roles)}
      opened={user}
      isDeleted={false}
      around={isDeleted ? () => <DialogError text="Someone else deleted this user." /> : undefined}
      onClose={onClose}
    />
  );
}
