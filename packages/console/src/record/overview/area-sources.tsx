import type { AreaCount, areaCountDraft } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { areaSources, areaSourceTitles } from "@gatehouse/contract/entities/overview-figures";
import type { VariableScope } from "@gatehouse/contract/entities/variable";
import { Button } from "@mantine/core";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { isSame } from "../../forms/take-over.ts";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./overview.module.css";

type Name = FieldName<typeof areaCountDraft>;

const variable = (name: Name, label: string, help: string, scope: VariableScope): Field<Name> => ({
  kind: "reference",
  name,
  label,
  help,
  none: null,
  from: {
    topic: "variables",
    key: "GET /variables",
    query: { scope },
    label: (record) => String(record.name),
  },
});

const fields: readonly Field<Name>[] = [
  {
    kind: "option",
    name: "leading",
    label: "Leading source",
    help: "The others serve as a check",
    choices: areaSources.map((value) => ({ value, label: areaSourceTitles[value] })),
  },
  variable("loopsVariableId", areaSourceTitles.loops, "A variable with the vehicles inside", "loop"),
  variable("camerasVariableId", areaSourceTitles.cameras, "A variable with the vehicles inside", "cc"),
  variable("slotsVariableId", areaSourceTitles.slots, "A variable with the free slots", "epld"),
];

/** Chooses what counts an area. */
export default function AreaSources({ area, onClose }: { area: AreaCount; onClose: () => void }) {
  const initial = toFormValues(fields, area);
  const form = useForm<Values, Input<"PUT /overview/areas/{id}">["body"]>({
    draft: `area-sources.${area.id}`,
    initial,
    schema: () => import("@gatehouse/contract/entities/overview").then((file) => file.areaCountDraft),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const save = useAction("PUT /overview/areas/{id}", {
    topics: ["area_counts", "area_corrections"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  const submit = form.onSubmit((body) => save.mutate({ params: { id: area.id }, body }));
  const failure = overviewMessages["PUT /overview/areas/{id}"].failure;
  return (
    <Dialog opened title={`Sources of ${area.name}`} onClose={onClose} isChanged={() => !isSame(form.values, initial)}>
      <form ref={form.ref} className={classes.area} noValidate onSubmit={(event) => void submit(event)}>
        <DialogError text={save.error ? errorText(save.error, failure) : undefined} />
        <FieldInputs fields={fields} form={form} />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
