import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useLayer } from "./use-layer.ts";
import { useQuestion } from "./yes-no.ts";
import classes from "./yes-no-dialog.module.css";

/** SHELL-3: shows the question of `askYesNo` or `askToType`. */
export default function YesNoDialog() {
  const question = useQuestion();
  // Keeps the text while the dialog fades out.
  const shown = useRef(question);
  if (question !== null) shown.current = question;
  const toType = shown.current?.toType;
  const answer = (yes: boolean) => question?.answer(yes);
  const { props: layer } = useLayer(() => answer(false), question !== null);
  return (
    <Modal
      {...layer}
      title="Please confirm"
      size="sm"
      centered
      zIndex={300}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <p className={classes.text}>{shown.current?.text}</p>
      {shown.current?.explanation !== undefined && <p className={classes.explanation}>{shown.current.explanation}</p>}
      {toType === undefined ? (
        <div className={classes.answers}>
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            No
          </Button>
          <Button onClick={() => answer(true)}>Yes</Button>
        </div>
      ) : (
        <TypedAnswer toType={toType} onAnswer={answer} />
      )}
    </Modal>
  );
}

function TypedAnswer({ toType, onAnswer }: { toType: string; onAnswer: (yes: boolean) => void }) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form around the dialog must not be sent.
    event.stopPropagation();
    // In any case: caps lock may be on.
    if (typed.trim().toLowerCase() === toType.toLowerCase()) onAnswer(true);
    else setFault(`Type “${toType}”, or cancel`);
  };
  return (
    <form className={classes.typed} noValidate onSubmit={submit}>
      <TextInput
        label="Text to confirm"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <div className={classes.answers}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button type="submit">Confirm</Button>
      </div>
    </form>
  );
}
