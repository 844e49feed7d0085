import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./load-error.module.css";

/** Error message with a retry button. */
export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <p>{text}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
