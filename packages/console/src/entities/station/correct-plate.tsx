import type { StationCard } from "@gatehouse/contract/entities/station";
import type { plateCorrectionDraft } from "@gatehouse/contract/events/plate-correction";
import { isMisread } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { Button } from "@mantine/core";
import { rememberLabel } from "../../access/remembered-misread.tsx";
import { useStillThere } from "../../access/still-there.tsx";
import type { Input } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import classes from "./station-card.module.css";
import { readOf, toAwayText, toEventParams } from "./station-event.ts";

const key = "POST /events/{module}/{id}/correct";

const fields: readonly Field<FieldName<typeof plateCorrectionDraft>>[] = [
  { kind: "text", name: "plate", label: "Actual plate", help: "The read stays recorded. No gate opens." },
  { kind: "text", name: "reason", label: "Reason", initial: "Misread plate" },
];
const remember: Field<FieldName<typeof plateCorrectionDraft>> = {
  kind: "switch",
  name: "remember",
  label: rememberLabel,
  help: "Offered because the plates look alike. It can be taken back on the card.",
};

/** OPS-6: corrects the plate of a vehicle. */
export function CorrectPlate({ card, onClose }: { card: StationCard; onClose: () => void }) {
  const read = normalizeIdentifier(readOf(card.event).text);
  const isAlike = ({ plate }: Values) => isMisread(read, normalizeIdentifier(String(plate)), card.confusions);
  const check = useStillThere(card.event, toAwayText(card, undefined));
  const form = useForm<Values, Input<typeof key>["body"]>({
    draft: `correct.${card.event.module}.${card.event.id}`,
    initial: toFormValues([...fields, remember], undefined),
    schema: () => import("@gatehouse/contract/events/plate-correction").then((file) => file.plateCorrectionDraft),
    toPayload: (values) => toPayload(isAlike(values) ? [...fields, remember] : fields, values, {}),
  });
  const correct = useAction(key, {
    topics: ["events", "data_quality"],
    onSuccess: onClose,
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  const save = form.onSubmit((body) => check.send(() => correct.mutate({ params: toEventParams(card.event), body })));
  return (
    <form
      ref={form.ref}
      className={classes.choices}
      aria-label="Correct plate"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <FieldInputs fields={isAlike(form.values) ? [...fields, remember] : fields} form={form} />
      <Button type="submit" size="lg" loading={correct.isPending}>
        Correct
      </Button>
      {check.dialog}
    </form>
  );
}
