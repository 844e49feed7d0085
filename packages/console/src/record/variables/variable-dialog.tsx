import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import ResourceDialog from "../../forms/resource-dialog.tsx";
import { variables } from "./variable.resource.tsx";
import type { AddedType } from "./variable-kinds.ts";

interface VariableDialogProps {
  scope: VariableScope;
  type: AddedType;
  opened: Variable | "new";
  /** Whether someone else deleted the variable. */
  isDeleted: boolean;
  onClose: () => void;
}

export default function VariableDialog({ scope, type, opened, isDeleted, onClose }: VariableDialogProps) {
  const resource = variables(scope, type, opened === "new" ? undefined : opened);
  return <ResourceDialog resource={resource} opened={opened} isDeleted={isDeleted} onClose={onClose} />;
}
