import { type ReactNode, useRef } from "react";
import { Dialog } from "../ui/dialog.tsx";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-form.module.css";
import { ResourceForm } from "./resource-form.tsx";
import { resourceTitles } from "./resource-texts.ts";

interface ResourceDialogProps {
  resource: Resource<Stored>;
  opened: Stored | "new";
  /** Whether it is not among the records any more. */
  isDeleted: boolean;
  /** Draws what else there is to see around the form. */
  around?: ((form: ReactNode) => ReactNode) | undefined;
  onClose: () => void;
}

/** Adds, changes and deletes one record. */
export default function ResourceDialog({ resource, opened, isDeleted, around, onClose }: ResourceDialogProps) {
  const isEdited = useRef(false);
  const { add, edit } = resourceTitles(resource);
  const form = (
    <ResourceForm
      resource={resource}
      opened={opened}
      isDeleted={isDeleted}
      onDone={onClose}
      onEdited={(now) => {
        isEdited.current = now;
      }}
    />
  );
  return (
    <Dialog
      opened
      title={opened === "new" ? add : edit}
      isWide={resource.isWide === true}
      onClose={onClose}
      isChanged={() => isEdited.current}
    >
      {around ? <div className={classes.around}>{around(form)}</div> : form}
    </Dialog>
  );
}
