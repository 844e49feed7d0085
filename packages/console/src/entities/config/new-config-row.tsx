import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { Button } from "@mantine/core";
import { useId } from "react";
import { useAction } from "../../api/use-action.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { emptyDraft, isChanged } from "./config-draft.ts";
import { KeyField, TypeField, useConfigForm, ValueField } from "./config-fields.tsx";
import classes from "./config-list.module.css";

/** CFG-2: the row that adds a configuration. */
export function NewConfigRow({ scope }: { scope: ConfigScope }) {
  const formId = useId();
  const form = useConfigForm(scope, emptyDraft, "new");
  const create = useAction("POST /configs", {
    topics: ["configs"],
    onSuccess: () => {
      form.reset(emptyDraft);
      form.ref.current?.querySelector("input")?.focus();
    },
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  const hasEdits = isChanged(form.values, emptyDraft);
  const save = form.onSubmit((body) => create.mutate({ body }));
  const fields = {
    form: formId,
    of: "the new configuration",
    values: form.values,
    faults: form.faults,
    onChange: form.replace,
  };
  return (
    <tr className={`${classes.row} ${classes.new}`}>
      <td>
        <KeyField {...fields} />
      </td>
      <td>
        <TypeField {...fields} />
      </td>
      <td>
        <ValueField {...fields} />
      </td>
      <td>
        <form ref={form.ref} id={formId} className={classes.actions} noValidate onSubmit={(event) => void save(event)}>
          {hasEdits && <UnsavedGuard of="list" />}
          <Button
            type="submit"
            size="compact-sm"
            aria-label="Save the new configuration"
            disabled={!hasEdits}
            loading={create.isPending}
          >
            Save
          </Button>
        </form>
      </td>
    </tr>
  );
}
