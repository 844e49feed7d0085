import { Modal } from "@mantine/core";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
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

/**
 * SHELL-3: a dialog that closes on Escape and on an outside click. Its content renders one frame later, so that the
 * dialog itself opens without delay; then its first field gets the focus.
 */
export function Dialog(props: DialogProps) {
  const { opened, title, onClose, keepsTyped = false, question, isWide = false, children } = props;
  const isTyped = useRef(false);
  const [hasBody, setHasBody] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  // The fields of a form are disabled once they have been saved.
  const hasUnsaved = () => isTyped.current && !body.current?.querySelector("fieldset:disabled");
  const isChanged = props.isChanged ?? (keepsTyped ? hasUnsaved : undefined);

  useEffect(() => {
    isTyped.current = false;
    if (!opened) return setHasBody(false);
    const frame = requestAnimationFrame(() => startTransition(() => setHasBody(true)));
    return () => cancelAnimationFrame(frame);
  }, [opened]);

  useEffect(() => {
    if (!hasBody) return;
    // The focus trap moves the focus in a timeout that began earlier, which on a slow machine ends after this effect.
    const timeout = setTimeout(() => {
      const fields = body.current?.querySelectorAll<HTMLElement>(firstField) ?? [];
      // Fields of a hidden tab can't be focused.
      [...fields].find((field) => field.checkVisibility())?.focus();
    });
    return () => clearTimeout(timeout);
  }, [hasBody]);

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
        {hasBody && children}
      </div>
      {hasBody && isChanged && <UnsavedGuard of="dialog" isChanged={isChanged} />}
    </Modal>
  );
}
