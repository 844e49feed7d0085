import { ActionIcon } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import classes from "./definition.module.css";

interface DefinitionProps {
  of: string;
  text: string;
}

/** Shows a definition above its tile. A tooltip that is placed by script would double the code of the page. */
export function Definition({ of, text }: DefinitionProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const show = () => setIsShown(true);
  const hide = () => setIsShown(false);
  const hideOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape") hide();
  };
  const hideOfMouse = ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") hide();
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={20}
        aria-label={`Definition of ${of}`}
        aria-describedby={isShown ? id : undefined}
        // Safari doesn't focus a button that is touched, and the definition is hidden with the focus.
        onClick={({ currentTarget }) => currentTarget.focus()}
        onFocus={show}
        onBlur={hide}
        onPointerEnter={show}
        onPointerLeave={hideOfMouse}
        onKeyDown={hideOnEscape}
      >
        <IconInfoCircle size={14} aria-hidden />
      </ActionIcon>
      {isShown && (
        <span role="tooltip" id={id} className={classes.text}>
          {text}
        </span>
      )}
    </>
  );
}
