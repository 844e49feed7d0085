import { Button } from "@mantine/core";
import { ApiError, withRequestId } from "../api/api-error.ts";
import classes from "./error-screen.module.css";

/** Shown when a page fails to load or render. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main className={classes.screen}>
      <h1>Unexpected Application Error!</h1>
      <p>{messageFor(error)}</p>
      <Button variant="default" onClick={() => location.reload()}>
        Reload page
      </Button>
    </main>
  );
}

function messageFor(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return withRequestId(`${error.status} ${error.message}`, error);
  return error instanceof Error ? error.message : String(error);
}
