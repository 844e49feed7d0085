import { ActionIcon } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useRef } from "react";
import classes from "./calendar-button.module.css";

interface CalendarButtonProps {
  type: "date" | "datetime-local";
  /** `2026-11-15` or `2026-11-15T18:07`; empty if nothing is chosen. */
  value: string;
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** Opens the calendar of the browser beside a typed date. */
export function CalendarButton({ type, value, disabled = false, onChoose }: CalendarButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className={classes.button}>
      <input
        ref={picker}
        type={type}
        className={classes.picker}
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Open calendar"
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
      >
        <IconCalendar size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
