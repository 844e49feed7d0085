import { ActionIcon, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";

interface DefinitionProps {
  of: string;
  text: string;
}

/** Shows the definition of a figure. */
export function Definition({ of, text }: DefinitionProps) {
  const [isTouched, setIsTouched] = useState(false);
  const hide = () => setIsTouched(false);
  return (
    <Tooltip
      label={text}
      multiline
      maw={280}
      openDelay={0}
      // Mantine's `touch` event closes it at once on a computer that has a mouse too.
      opened={isTouched || undefined}
      events={{ hover: true, focus: true, touch: false }}
    >
      <ActionIcon
        variant="subtle"
        size={20}
        aria-label={`Definition of ${of}`}
        onPointerUp={({ currentTarget, pointerType }) => {
          // Safari doesn't focus a button that is touched, and the definition is hidden with the focus.
          currentTarget.focus();
          setIsTouched(pointerType === "touch");
        }}
        onBlur={hide}
        onKeyDown={hide}
      >
        <IconInfoCircle size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
