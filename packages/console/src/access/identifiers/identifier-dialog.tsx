import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier";
import { Tabs } from "@mantine/core";
import { useRef } from "react";
import { ResourceForm } from "../../forms/resource-form.tsx";
import { resourceTitles } from "../../forms/resource-texts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { identifiers } from "./identifier.resource.tsx";
import { UploadPanel } from "./upload-panel.tsx";

interface IdentifierDialogProps {
  opened: Identifier | "new";
  isDeleted: boolean;
  /** Whether the upload tab is open. */
  isUpload: boolean;
  onUpload: (isUpload: boolean) => void;
  /** Called after an identifier was added, changed or deleted. */
  onSaved: () => void;
  onClose: () => void;
}

/** Adds one identifier, imports many from a file, or edits one. */
export default function IdentifierDialog(props: IdentifierDialogProps) {
  const { opened, isDeleted, isUpload, onUpload, onSaved, onClose } = props;
  const isEdited = useRef(false);
  const { add, edit } = resourceTitles(identifiers);
  const form = (
    <ResourceForm
      resource={identifiers}
      opened={opened}
      isDeleted={isDeleted}
      onDone={() => {
        onSaved();
        onClose();
      }}
      onEdited={(now) => {
        isEdited.current = now;
      }}
    />
  );
  return (
    <Dialog
      opened
      isWide
      title={opened === "new" ? (isUpload ? "Import CSV" : add) : edit}
      onClose={onClose}
      isChanged={() => isEdited.current}
    >
      {opened === "new" ? (
        <Tabs
          value={isUpload ? "upload" : "add"}
          onChange={(tab) => onUpload(tab === "upload")}
          // Both tabs stay mounted, so that typed text is kept and an upload continues.
          keepMountedMode="display-none"
        >
          <Tabs.List mb="md" aria-label="Add one or many">
            <Tabs.Tab value="add">{add}</Tabs.Tab>
            <Tabs.Tab value="upload">Upload CSV file</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="add">{form}</Tabs.Panel>
          <Tabs.Panel value="upload">
            <UploadPanel onSaved={onSaved} onDone={onClose} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        form
      )}
    </Dialog>
  );
}
