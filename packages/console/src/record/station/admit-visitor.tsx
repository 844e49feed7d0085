import type { Pass } from "@gatehouse/contract/entities/access/access";
import type { StationCard } from "@gatehouse/contract/entities/station";
import { isCommandError } from "@gatehouse/contract/events/command";
import { maxReasonLength } from "@gatehouse/contract/fields/reason";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { visitorFields } from "../../access/pass-fields.ts";
import { errorText } from "../../api/api-error.ts";
import type { Input } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { useStillThere } from "../../gate/still-there.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { parseLocalTime, toLocalTime } from "../../ui/zoned-time.ts";
import { toOpenLabel } from "./card-actions.tsx";
import classes from "./station-card.module.css";
import { toAwayText, toEventParams } from "./station-event.ts";

interface AdmitVisitorProps {
  card: StationCard;
  onClose: () => void;
}

type PassBody = Input<"POST /access/passes">["body"];

/** A visitor who comes late in the evening may stay until the end of the next day. */
const minStayMs = 4 * 3_600_000;

/** Adds a pass for the visitor and opens the gate. */
export function AdmitVisitor({ card, onClose }: AdmitVisitorProps) {
  const { event } = card;
  const { timeZone } = useSite();
  const gateIds = useQuery(ownAccountQuery).data?.gateIds ?? [];
  const check = useStillThere(card.event, toAwayText(card, undefined));
  // Refs, because the question of `check` sends as it was rendered before the pass was added.
  const added = useRef<Pass>(undefined);
  const isStillThere = useRef(false);
  const form = useForm<Values, PassBody>({
    draft: `visitor.${event.module}.${event.id}`,
    initial: toFormValues(visitorFields, toVisit(card, timeZone)),
    schema: () => import("@gatehouse/contract/entities/access/access").then((file) => file.passDraft),
    toPayload: (values) =>
      toPayload(visitorFields, values, {
        // The time of the server; the clock of this browser may differ.
        validFrom: event.receivedAt,
        rfid: event.module === "RFID_ACCESS_CONTROL" ? event.tag : null,
        gateIds,
      }),
  });
  const open = useAction("POST /events/{module}/{id}/open", {
    topics: ["events"],
    onSuccess: (commands) => {
      if (!commands.some(({ state }) => isCommandError(state))) onClose();
    },
    handles: (error) => {
      check.asksAfter(error);
      return true;
    },
  });
  const openFor = ({ id, name, host }: Pass) => {
    const visit = host === null ? `Visitor ${name}` : `Visitor ${name} for ${host}`;
    const reason = visit.slice(0, maxReasonLength);
    open.mutate({ params: toEventParams(event), body: { reason, passId: id, isStillThere: isStillThere.current } });
  };
  const add = useAction("POST /access/passes", {
    topics: ["access_passes"],
    isQuiet: true,
    onSuccess: (pass) => {
      added.current = pass;
      openFor(pass);
    },
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  // Asks before a pass is added: "No" leaves none.
  const save = form.onSubmit((body) =>
    check.send((isChecked) => {
      isStillThere.current = isChecked;
      if (added.current) openFor(added.current);
      else add.mutate({ body });
    }),
  );
  const action = open.data ? "Open again" : "Open";
  return (
    <form
      ref={form.ref}
      className={classes.admit}
      aria-label="Admit visitor"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <DialogError text={toError({ addError: add.error, openError: open.error, commands: open.data })} />
      <fieldset className={classes.fields} disabled={add.isSuccess}>
        <FieldInputs fields={visitorFields} form={form} />
      </fieldset>
      <Button type="submit" size="lg" loading={add.isPending || open.isPending}>
        {toOpenLabel(card, add.isSuccess ? action : "Admit and open")}
      </Button>
      {check.dialog}
    </form>
  );
}

/** The initial values: the plate that was read, one entry, until the end of the day. */
function toVisit({ event, correction }: StationCard, timeZone: string) {
  const lastDay = toLocalTime(new Date(Date.now() + minStayMs), timeZone).slice(0, 10);
  return {
    name: "",
    host: "",
    hostPhone: "",
    lp: event.module === "RFID_ACCESS_CONTROL" ? "" : (correction?.lp ?? event.lp),
    validTo: parseLocalTime(`${lastDay}T23:59`, timeZone)?.at.toISOString() ?? "",
    uses: 1,
  };
}

interface Outcome {
  addError: Error | null;
  openError: Error | null;
  commands: readonly { state: Parameters<typeof isCommandError>[0]; detail: string }[] | undefined;
}

function toError({ addError, openError, commands = [] }: Outcome): string | undefined {
  if (addError) return errorText(addError, messagesOf("POST /access/passes")?.failure);
  const failed = commands.find(({ state }) => isCommandError(state));
  const why = openError
    ? errorText(openError, messagesOf("POST /events/{module}/{id}/open")?.failure)
    : failed && (failed.detail || "The barrier did not open.");
  return why === undefined ? undefined : `The pass was added, but the gate did not open. ${why}`;
}
