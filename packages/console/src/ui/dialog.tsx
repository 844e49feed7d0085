import { Modal } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { askToClose } from "./ask-to-leave.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useLayer } from "./use-layer.ts";

const firstField = ":is(input:not([type=radio]), select, textarea, [data-autofocus]):enabled";

interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** Whether closing would lose input. */
  isChanged?: () => boolean;
  /** Instead of `isChanged`: closing loses input once something was typed. */
  keepsTyped?: boolean;
  /** Confirmation before losing input. */
  question?: string | undefined;
  isWide?: boolean;
  children: ReactNode;
}

/** A dialog that closes on Escape and on an outside click. */
export function Dialog(props: DialogProps) {
  const { opened, title, onClose, keepsTyped = false, question, isWide = false, children } = props;
  const isTyped = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  // The fields of a form are disabled once they have been saved.
  const hasUnsaved = () => isTyped.current && !body.current?.querySelector("fieldset:disabled");
  const isChanged = props.isChanged ?? (keepsTyped ? hasUnsaved : undefined);

  useEffect(() => {
    if (!opened) isTyped.current = false;
  }, [opened]);

  const close = async () => {
    if (!isChanged?.() || (await askToClose(question))) onClose();
  };
  const { props: layer } = useLayer(() => void close(), opened);

  return (
    <Modal {...layer} title={title} size={isWide ? "xl" : "md"} centered closeButtonProps={{ "aria-label": "Close" }}>
      <div
        ref={body}
        onInput={() => {
          isTyped.current = true;
        }}
      >
        {opened && children}
      </div>
      {opened && <FirstFieldFocus body={body} />}
      {opened && isChanged && <UnsavedGuard of="dialog" isChanged={isChanged} />}
    </Modal>
  );
}

/** Makes Mantine's focus trap start with the first field instead of the close button. Renders nothing. */
function FirstFieldFocus({ body }: { body: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const fields = body.current?.querySelectorAll<HTMLElement>(firstField) ?? [];
    // Fields of a hidden tab can't be focused.
    [...fields].find((field) => field.checkVisibility())?.setAttribute("data-autofocus", "");
  }, [body]);
  return null;
}
