import { NativeSelect } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import type { Choice } from "./field.ts";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-form.module.css";
import { ResourceForm } from "./resource-form.tsx";
import { resourceTitles } from "./resource-texts.ts";

interface ResourceDialogProps {
  resource: Resource<Stored>;
  opened: Stored | "new";
  /** Whether someone else deleted the record. */
  isDeleted: boolean;
  /** The kinds of record to choose from. */
  kinds?: { choices: readonly Choice[]; chosen: string | undefined; onChoose: (kind: string) => void } | undefined;
  /** Renders content around the form. */
  around?: ((form: ReactNode) => ReactNode) | undefined;
  onClose: () => void;
}

/** Dialog to add, edit and delete a record. */
export default function ResourceDialog({ resource, opened, isDeleted, kinds, around, onClose }: ResourceDialogProps) {
  const isEdited = useRef(false);
  const [isAdded, setIsAdded] = useState(false);
  const { add, edit } = resourceTitles(resource);
  const form = (
    <ResourceForm
      resource={resource}
      opened={opened}
      isDeleted={isDeleted}
      lead={
        kinds && (
          <NativeSelect
            label="Type"
            data={[...kinds.choices]}
            value={kinds.chosen || kinds.choices[0]?.value}
            onChange={(event) => kinds.onChoose(event.currentTarget.value)}
          />
        )
      }
      onDone={onClose}
      onAdded={() => setIsAdded(true)}
      onEdited={(now) => {
        isEdited.current = now;
      }}
    />
  );
  return (
    <Dialog
      opened
      title={opened === "new" && !isAdded ? add : edit}
      isWide={resource.isWide === true}
      onClose={onClose}
      isChanged={() => isEdited.current}
    >
      {around ? <div className={classes.around}>{around(form)}</div> : form}
    </Dialog>
  );
}
