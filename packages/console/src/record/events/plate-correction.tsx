import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Step } from "../../access/decision-steps.tsx";
import type { CallResponse } from "../../api/call.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { useForm } from "../../forms/use-form.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./plate-correction.module.css";
import { RememberedMisread } from "./remembered-misread.tsx";

type Explained = CallResponse<"GET /events/{module}/{id}/why">;

interface PlateCorrectionProps extends Pick<Explained, "event" | "suggestions" | "correction"> {
  timeZone: string;
}

const key = "POST /events/{module}/{id}/correct";

/** What the camera probably misread, and the correction of the plate. Neither opens a gate. */
export function PlateCorrection({ event, suggestions, correction, timeZone }: PlateCorrectionProps) {
  const canCorrect = useMay()(key);
  const [isOpen, setIsOpen] = useKeptState<boolean>(`correct-plate.${event.module}.${event.id}`, false);
  const correct = useCorrection(() => setIsOpen(false));
  if (event.module !== "ANPR_ACCESS_CONTROL") return null;
  if (suggestions.length === 0 && correction === null && !canCorrect) return null;
  return (
    <Step title="Plate">
      <div className={classes.plate}>
        {correction !== null && (
          <p className={classes.line}>
            Corrected to <PlateFace text={correction.lp} />
            <span className={classes.reason}>
              {`by ${correction.by}, `}
              <RelativeTime at={correction.at} timeZone={timeZone} />
            </span>
          </p>
        )}
        {correction?.isRemembered && <RememberedMisread event={event} correction={correction} />}
        {suggestions.length > 0 && (
          <ul className={classes.suggestions} aria-label="Suggestions">
            {suggestions.map(({ lp, owner, reason }) => (
              <li key={lp}>
                <span>
                  <strong>{`Probably ${[formatPlate(lp), ...(owner === null ? [] : [owner])].join(", ")}, misread`}</strong>
                  <span className={classes.reason}>{reason}</span>
                </span>
                {canCorrect && (
                  <Button
                    variant="default"
                    size="xs"
                    loading={correct.isPending && correct.variables.body.plate === lp}
                    aria-label={`Correct to ${formatPlate(lp)}`}
                    onClick={() => correct.mutate({ ...toTarget(event), body: { plate: lp } })}
                  >
                    Correct
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {canCorrect && !isOpen && (
          <Button
            className={classes.open}
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            Correct plate
          </Button>
        )}
        {isOpen && <CorrectionForm event={event} onClose={() => setIsOpen(false)} />}
      </div>
    </Step>
  );
}

const toTarget = ({ module, id }: SiteEvent) => ({ params: { module: codeOf(module), id } });

function useCorrection(onSuccess: () => void, blame?: (error: Error) => boolean) {
  return useAction(key, {
    topics: ["events", "data_quality"],
    onSuccess,
    handles: (error) => blame?.(error) === true,
  });
}

function CorrectionForm({ event, onClose }: { event: SiteEvent; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const form = useForm({
    draft: `plate-correction.${event.module}.${event.id}`,
    initial: { plate: "" },
    schema: () => import("@gatehouse/contract/events/plate-correction").then((file) => file.plateCorrectionDraft),
    toPayload: ({ plate }) => ({ plate: plate.trim() }),
  });
  const correct = useCorrection(onClose, form.blame);
  const save = form.onSubmit((body) => correct.mutate({ ...toTarget(event), body }));
  return (
    <form
      ref={form.ref}
      className={classes.form}
      aria-label="Correct plate"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <TextInput
        ref={input}
        name="plate"
        label="Actual plate"
        autoComplete="off"
        description="The read stays recorded. No gate opens."
        value={form.values.plate}
        error={form.errors.plate}
        onChange={(changed) => form.set("plate", changed.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={correct.isPending}>
          Save
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
