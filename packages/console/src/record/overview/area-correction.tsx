import type { AreaCount, areaCorrection } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { areaSourceTitles } from "@gatehouse/contract/entities/overview-figures";
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import classes from "./overview.module.css";

const fields: readonly Field<FieldName<typeof areaCorrection>>[] = [
  { kind: "number", name: "count", label: "Vehicles inside" },
  { kind: "text", name: "reason", label: "Reason", placeholder: "Counted by walking through" },
];

interface AreaCorrectionProps {
  area: AreaCount;
  /** The proposed count. */
  count: number | undefined;
  onClose: () => void;
}

/** Corrects the count of an area, with a reason. */
export default function AreaCorrection({ area, count, onClose }: AreaCorrectionProps) {
  const { id, name, leading } = area;
  const [initial] = useState(() => toFormValues(fields, { count: count ?? Math.max(0, area.count), reason: "" }));
  const form = useForm<Values, { count: number; reason: string }>({
    draft: `area-correction.${id}`,
    initial,
    schema: () => import("@gatehouse/contract/entities/overview").then((file) => file.areaCorrection),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const save = useAction("POST /overview/areas/{id}/corrections", {
    topics: ["area_counts", "area_corrections", "variables"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  const submit = form.onSubmit((body) => save.mutate({ params: { id }, body }));
  const failure = overviewMessages["POST /overview/areas/{id}/corrections"].failure;
  return (
    <Dialog
      opened
      title={`Correct ${name}`}
      onClose={onClose}
      isChanged={() => form.values.reason !== initial.reason || form.values.count !== initial.count}
    >
      <form ref={form.ref} className={classes.area} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.none}>
          {areaSourceTitles[leading]} count {area.count}. The correction is recorded in the audit trail.
        </p>
        <DialogError text={save.error ? errorText(save.error, failure) : undefined} />
        <FieldInputs fields={fields} form={form} />
        <Button type="submit" loading={save.isPending}>
          Correct count
        </Button>
      </form>
    </Dialog>
  );
}
