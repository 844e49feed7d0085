import { eventMessages } from "@gatehouse/contract/entities/event.messages";
import { type IdentifierType, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import { type GateType, gateTypes } from "@gatehouse/contract/fields/gate-types";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useWhatIf, type WhatIfQuestion } from "../../api/use-what-if.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import { TimeInput } from "../../forms/time-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { Segments } from "../../ui/segments.tsx";
import { DecisionSteps } from "../decision-steps.tsx";
import { gateTypeChoices } from "../gate-type-choices.ts";
import classes from "./what-if-dialog.module.css";

const types = Object.entries(identifierTypeTitles).map(([value, label]) => ({ value: value as IdentifierType, label }));

interface WhatIfDialogProps {
  question: WhatIfQuestion;
  onClose: () => void;
}

/** "What if": simulates the decision for a plate or tag at a gate. */
export default function WhatIfDialog({ question, onClose }: WhatIfDialogProps) {
  return (
    <Dialog opened isWide title="What if?" onClose={onClose}>
      <p className={classes.purpose}>
        Would this plate or tag open the gate? Runs the checks of a real event without opening or counting anything.
      </p>
      <QuestionForm question={question} />
    </Dialog>
  );
}

const toValues = ({ type, read, otherRead, gateId, direction, at }: WhatIfQuestion) => ({
  type,
  read,
  otherRead: otherRead ?? "",
  gateId: gateId === undefined ? "" : String(gateId),
  direction: direction ?? "",
  at: at ?? "",
});
type Values = Omit<ReturnType<typeof toValues>, "direction"> & { direction: GateType | "" };

const toQuestion = ({ type, read, otherRead, gateId, direction, at }: Values): WhatIfQuestion => ({
  type,
  read: read.trim(),
  ...(otherRead.trim() !== "" && { otherRead: otherRead.trim() }),
  ...(gateId !== "" && { gateId: Number(gateId) }),
  ...(direction !== "" && { direction }),
  ...(at !== "" && { at }),
});

function QuestionForm({ question }: { question: WhatIfQuestion }) {
  const { timeZone } = useSite();
  const whatIf = useWhatIf();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const form = useForm({
    draft: "what-if",
    initial: toValues(question) as Values,
    schema: () => import("@gatehouse/contract/entities/event").then((file) => file.question),
    toPayload: toQuestion,
    alsoCheck: ({ gateId }) => (gateId === "" ? { gateId: "Required" } : {}),
  });
  const decide = useAction("POST /access/what-if", {
    topics: [],
    handles: (error) => {
      form.blame(error);
      return true;
    },
  });
  const { type, read, otherRead, gateId, direction, at } = form.values;

  // A complete question is answered immediately.
  const answerAtOnce = useEffectEvent(() => {
    if (question.read !== "" && question.gateId !== undefined)
      decide.mutate({ body: { ...question, gateId: question.gateId } });
  });
  useEffect(() => answerAtOnce(), []);

  const submit = form.onSubmit((body) => {
    whatIf.update(toQuestion(form.values));
    decide.mutate({ body });
  });
  const isTag = type === "RFID";
  return (
    <div className={classes.sides}>
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <Segments label="Type" choices={types} value={type} onChange={(value) => form.set("type", value)} />
        <TextInput
          name="read"
          label={isTag ? "Tag" : "License plate"}
          autoComplete="off"
          placeholder={isTag ? "E200 3411 B802" : "KA 01 AB 1234"}
          value={read}
          error={form.errors.read}
          onChange={(event) => form.set("read", event.currentTarget.value)}
        />
        <TextInput
          name="otherRead"
          label={isTag ? "License plate read with it" : "Tag read with it"}
          description="For rules that require both. Empty: none"
          autoComplete="off"
          value={otherRead}
          error={form.errors.otherRead}
          onChange={(event) => form.set("otherRead", event.currentTarget.value)}
        />
        <NativeSelect
          name="gateId"
          label="Gate"
          data={[
            { value: "", label: gates.data?.length === 0 ? "No gates yet" : "Choose…" },
            ...recordChoices(gates.data),
          ]}
          value={gateId}
          error={form.errors.gateId}
          onChange={(event) => form.set("gateId", event.currentTarget.value)}
        />
        <NativeSelect
          name="direction"
          label="Direction"
          data={[{ value: "", label: "From gate" }, ...gateTypeChoices]}
          value={direction}
          error={form.errors.direction}
          onChange={(event) => form.set("direction", gateTypes.find((one) => one === event.currentTarget.value) ?? "")}
        />
        <TimeInput
          name="at"
          label="Time"
          description="Empty: now"
          error={form.errors.at}
          disabled={false}
          value={at}
          onChange={(value) => form.set("at", value)}
        />
        <Button type="submit" loading={decide.isPending}>
          Check
        </Button>
      </form>
      <div className={classes.answer}>
        <DialogError
          text={decide.error ? errorText(decide.error, eventMessages["POST /access/what-if"].failure) : undefined}
        />
        {decide.data === undefined ? (
          !decide.isError && <p className={classes.none}>The decision and its steps will appear here.</p>
        ) : (
          <DecisionSteps trace={decide.data} timeZone={timeZone} />
        )}
      </div>
    </div>
  );
}
