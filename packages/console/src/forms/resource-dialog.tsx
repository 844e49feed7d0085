import { useRef } from "react";
import { Dialog } from "../ui/dialog.tsx";
import type { Resource, Stored } from "./resource.ts";
import { ResourceForm } from "./resource-form.tsx";
import { titlesOf } from "./resource-words.ts";

interface ResourceDialogProps {
  resource: Resource<Stored>;
  opened: Stored | "new";
  /** Whether it is not among the records any more. */
  isDeleted: boolean;
  onClose: () => void;
}

/** Adds, changes and deletes one record. */
export default function ResourceDialog({ resource, opened, isDeleted, onClose }: ResourceDialogProps) {
  const isEdited = useRef(false);
  const { add, edit } = titlesOf(resource);
  return (
    <Dialog
      opened
      title={opened === "new" ? add : edit}
      isWide={resource.isWide === true}
      onClose={onClose}
      isChanged={() => isEdited.current}
    >
      <ResourceForm
        resource={resource}
        opened={opened}
        isDeleted={isDeleted}
        onDone={onClose}
        onEdited={(now) => {
          isEdited.current = now;
        }}
      />
    </Dialog>
  );
}
