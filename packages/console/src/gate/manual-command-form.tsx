import type { StationCard } from "@gatehouse/contract/entities/station";
import type { Command, CommandState, manualText } from "@gatehouse/contract/events/command";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button } from "@mantine/core";
import { IconBarrierBlock, IconBell, IconTextCaption, type TablerIcon } from "@tabler/icons-react";
import { useEffect } from "react";
import { CommandOutcome } from "../access/outcome.tsx";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { useLooseAction } from "../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../forms/field.ts";
import { FieldInputs } from "../forms/field-input.tsx";
import { useForm } from "../forms/use-form.ts";
import { DialogError } from "../ui/dialog-error.tsx";
import classes from "./manual-command-form.module.css";
import { useStillThere } from "./still-there.tsx";
import { useOpenReasons } from "./use-open-reasons.ts";

/** Manual commands of a gate. There is none to close: an arm closes by itself. */
export const manualActions = {
  open: { label: "Open barrier", icon: IconBarrierBlock, key: "POST /gates/{id}/open" },
  buzz: { label: "Sound buzzer", icon: IconBell, key: "POST /gates/{id}/buzz" },
  show: { label: "Show text", icon: IconTextCaption, key: "POST /gates/{id}/show" },
} as const satisfies Record<string, { label: string; icon: TablerIcon; key: string }>;

export type ManualAction = keyof typeof manualActions;

const accepted: Record<ManualAction, string> = {
  open: "Relay switched. Only position contacts show whether the arm moves.",
  buzz: "Relay switched. The sound is not monitored.",
  show: "Text accepted by the display.",
};
const others: Record<Exclude<CommandState, "accepted">, string> = {
  queued: "Not sent yet. The result will appear under Last commands.",
  sent: "Sent, no reply yet. The result will appear under Last commands.",
  rejected: "Rejected by the device.",
  unreachable: "Device not reachable. The command will not be retried.",
  expired: "Not sent in time.",
  unmoved: "Relay switched, but the barrier did not move.",
};

const reason: Field<FieldName<typeof manualText>> = {
  kind: "text",
  name: "reason",
  label: "Reason",
  placeholder: "Delivery without a plate",
};
const text: Field<FieldName<typeof manualText>> = {
  kind: "text",
  name: "text",
  label: "Text",
  placeholder: "PLEASE WAIT",
};

const eventKey = "POST /events/{module}/{id}/open";

interface ManualCommandFormProps {
  gate: { readonly id: number };
  action: ManualAction;
  /** The event that an opening belongs to. */
  event?: StationCard["event"] | undefined;
}

/** Sends a manual command with a reason, and shows its result. */
export function ManualCommandForm({ gate, action, event }: ManualCommandFormProps) {
  const { label } = manualActions[action];
  const isOpening = action === "open";
  const isText = action === "show";
  const isOfEvent = isOpening && event !== undefined;
  const sendLabel = isOfEvent ? `Open for ${formatPlate("tag" in event ? event.tag : event.lp)}` : label;
  const key = isOfEvent ? eventKey : manualActions[action].key;
  const params = isOfEvent ? { module: codeOf(event.module), id: event.id } : { id: gate.id };
  const check = useStillThere(event, null);
  const fields = isText ? [text, reason] : [reason];
  const form = useForm<Values, { reason: string }>({
    draft: `command.${gate.id}.${action}.${event?.id}`,
    initial: toFormValues(fields, undefined),
    schema: () =>
      import("@gatehouse/contract/events/command").then((file) => (isText ? file.manualText : file.manualCommand)),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  useEffect(() => form.ref.current?.querySelector("input")?.focus(), [form.ref]);
  const run = useLooseAction<Command[]>(key, {
    topics: ["events", "commands"],
    handles: (error) => {
      if (!check.asksAfter(error)) form.blame(error);
      return true;
    },
  });
  const send = form.onSubmit((body) =>
    check.send((isStillThere) => run.mutate({ params, body: isStillThere ? { ...body, isStillThere } : body })),
  );
  return (
    <form ref={form.ref} className={classes.form} aria-label={label} noValidate onSubmit={(event) => void send(event)}>
      <DialogError text={run.error ? errorText(run.error, messagesOf(key)?.failure) : undefined} />
      <FieldInputs fields={fields} form={form} />
      {isOpening && <CommonReasons onChoose={(chosen) => form.set("reason", chosen)} />}
      <Button type="submit" loading={run.isPending}>
        {sendLabel}
      </Button>
      <div role="status" className={classes.outcomes}>
        {run.data?.map((command) => (
          <OutcomeLine key={command.id} command={command} action={action} />
        ))}
      </div>
      {check.dialog}
    </form>
  );
}

/** The site's reasons for opening a gate. */
function CommonReasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const reasons = useOpenReasons();
  if (reasons.length === 0) return null;
  return (
    <fieldset className={classes.reasons} aria-label="Common reasons">
      {reasons.map((one) => (
        <Button key={one} size="compact-sm" variant="default" onClick={() => onChoose(one)}>
          {one}
        </Button>
      ))}
    </fieldset>
  );
}

function OutcomeLine({ command: { target, state, detail }, action }: { command: Command; action: ManualAction }) {
  const sentence = state === "accepted" ? accepted[action] : others[state];
  return (
    <p>
      <strong>{target.name}</strong> <CommandOutcome state={state} />
      <span className={classes.sentence}>{sentence}</span>
      {detail !== "" && <span className={classes.reason}>{detail}</span>}
    </p>
  );
}
