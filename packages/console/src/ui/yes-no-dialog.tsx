import { TextInput } from "@mantine/core";
import { closeAllModals, ModalsProvider, openConfirmModal, useModals } from "@mantine/modals";
import { type FormEvent, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLayer } from "./use-layer.ts";
import { type Question, showQuestionsWith } from "./yes-no.ts";
import classes from "./yes-no-dialog.module.css";

const formId = "typed-answer";

/** Shows the questions of `askYesNo` and `askToType`. */
export default function YesNoDialog() {
  const [isOpen, setIsOpen] = useState(false);
  // At once, because the next Escape closes what is below.
  const { props: layer } = useLayer(() => flushSync(closeAllModals), isOpen);
  useEffect(() => showQuestionsWith(showQuestion), []);
  return (
    <ModalsProvider
      modalProps={{
        ...layer,
        title: "Please confirm",
        size: "sm",
        centered: true,
        zIndex: 300,
        closeButtonProps: { "aria-label": "Close" },
      }}
    >
      <OpenState onChange={setIsOpen} />
    </ModalsProvider>
  );
}

/** Reports whether a question is shown. Renders nothing. */
function OpenState({ onChange }: { onChange: (isOpen: boolean) => void }) {
  const isOpen = useModals().modals.length > 0;
  useLayoutEffect(() => onChange(isOpen), [isOpen, onChange]);
  return null;
}

function showQuestion({ text, explanation, toType }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    // The answer to an earlier question is no.
    closeAllModals();
    openConfirmModal({
      groupProps: { gap: 8 },
      onClose: () => resolve(false),
      ...(toType === undefined
        ? {
            labels: { confirm: "Yes", cancel: "No" },
            cancelProps: { "data-autofocus": true },
            onConfirm: () => resolve(true),
          }
        : {
            labels: { confirm: "Confirm", cancel: "Cancel" },
            confirmProps: { type: "submit", form: formId },
            closeOnConfirm: false,
          }),
      children: (
        <>
          <p className={classes.text}>{text}</p>
          {explanation !== undefined && <p className={classes.explanation}>{explanation}</p>}
          {toType !== undefined && <TypedAnswer toType={toType} onTyped={() => resolve(true)} />}
        </>
      ),
    });
  });
}

function TypedAnswer({ toType, onTyped }: { toType: string; onTyped: () => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In any case: caps lock may be on.
    if (typed.trim().toLowerCase() !== toType.toLowerCase()) return setError(`Type “${toType}”, or cancel`);
    onTyped();
    closeAllModals();
  };
  return (
    <form id={formId} className={classes.typed} noValidate onSubmit={submit}>
      <TextInput
        label="Text to confirm"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </form>
  );
}
