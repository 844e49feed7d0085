import { Button, Modal } from "@mantine/core";
import { useRef } from "react";
import { useQuestion } from "./yes-no.ts";
import classes from "./yes-no-dialog.module.css";

/** SHELL-3: shows the question of `askYesNo`. */
export default function YesNoDialog() {
  const question = useQuestion();
  // Keeps the text while the dialog fades out.
  const text = useRef("");
  if (question !== null) text.current = question.text;
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title="Please confirm"
      size="sm"
      centered
      zIndex={300}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <p className={classes.text}>{text.current}</p>
      <div className={classes.answers}>
        <Button variant="default" data-autofocus onClick={() => question?.answer(false)}>
          No
        </Button>
        <Button onClick={() => question?.answer(true)}>Yes</Button>
      </div>
    </Modal>
  );
}
