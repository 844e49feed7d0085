import type { plateCorrectionDraft } from "@gatehouse/contract/events/plate-correction";
import { Button } from "@mantine/core";
import type { Input } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import classes from "./station-card.module.css";
import { type StationEvent, toEventParams } from "./station-event.ts";

const key = "POST /events/{module}/{id}/correct";

const fields: readonly Field<FieldName<typeof plateCorrectionDraft>>[] = [
  { kind: "text", name: "plate", label: "Actual plate", help: "The read stays recorded. No gate opens." },
  { kind: "text", name: "reason", label: "Reason", initial: "Misread plate" },
  { kind: "switch", name: "remember", label: "Remember this misread for this camera", initial: true },
];

/** OPS-6: corrects the plate of a vehicle. */
export function CorrectPlate({ event, onClose }: { event: StationEvent; onClose: () => void }) {
  const form = useForm<Values, Input<typeof key>["body"]>({
    initial: toFormValues(fields, undefined),
    schema: () => import("@gatehouse/contract/events/plate-correction").then((file) => file.plateCorrectionDraft),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const correct = useAction(key, {
    topics: ["events", "data_quality"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  const save = form.onSubmit((body) => correct.mutate({ params: toEventParams(event), body }));
  return (
    <form
      ref={form.ref}
      className={classes.choices}
      aria-label="Correct plate"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <FieldInputs fields={fields} form={form} />
      <Button type="submit" size="lg" loading={correct.isPending}>
        Correct
      </Button>
    </form>
  );
}
