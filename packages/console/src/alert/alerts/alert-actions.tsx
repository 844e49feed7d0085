import type { Alert } from "@gatehouse/contract/entities/alert";
import { Button } from "@mantine/core";
import { IconCheck, IconClockPause, IconClockPlay, IconEyeCheck } from "@tabler/icons-react";
import { type ReactNode, type RefObject, Suspense, useRef } from "react";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { neighbourControl } from "../../ui/row-controls.ts";
import classes from "./alert-list.module.css";

const ShelveForm = lazyWithRetry(() => import("./shelve-form.tsx"));

interface AlertActionsProps {
  alert: Alert;
  /** The row, which may disappear after an action. */
  row: RefObject<HTMLLIElement | null>;
  /** Buttons before those of the actions. */
  children?: ReactNode;
}

/** What a person can do about an open alert. */
export function AlertActions({ alert, row, children }: AlertActionsProps) {
  const { id, state, title } = alert;
  const may = useMay();
  const [isShelving, setIsShelving] = useKeptState<boolean>(`shelving.${id}`, false);
  const beside = useRef<HTMLElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const shelveButton = useRef<HTMLButtonElement>(null);
  const resolve = useAction("POST /alerts/{id}/resolve", {
    topics: ["alerts"],
    onSuccess: () => beside.current?.focus(),
  });
  // The pressed button disappears; the next one keeps the focus in the row.
  const stay = { topics: ["alerts"], onSuccess: () => group.current?.querySelector("button")?.focus() } as const;
  const acknowledge = useAction("POST /alerts/{id}/acknowledge", stay);
  const unshelve = useAction("POST /alerts/{id}/unshelve", stay);
  const canAct = may("POST /alerts/{id}/resolve");
  const closeForm = () => {
    setIsShelving(false);
    (shelveButton.current ?? group.current?.querySelector("button"))?.focus();
  };
  return (
    <>
      <div ref={group} className={classes.actions}>
        {children}
        {canAct && state !== "acknowledged" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconEyeCheck size={14} aria-hidden />}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ params: { id } })}
          >
            Acknowledge
          </Button>
        )}
        {canAct && state !== "shelved" && (
          <Button
            ref={shelveButton}
            variant="default"
            size="xs"
            aria-expanded={isShelving}
            leftSection={<IconClockPause size={14} aria-hidden />}
            onClick={() => setIsShelving(!isShelving)}
          >
            Shelve…
          </Button>
        )}
        {canAct && state === "shelved" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconClockPlay size={14} aria-hidden />}
            loading={unshelve.isPending}
            onClick={() => unshelve.mutate({ params: { id } })}
          >
            Return now
          </Button>
        )}
        {canAct && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCheck size={14} aria-hidden />}
            loading={resolve.isPending}
            onClick={() => {
              beside.current = neighbourControl(row.current);
              resolve.mutate({ params: { id } });
            }}
          >
            Mark as resolved
          </Button>
        )}
      </div>
      {isShelving && state !== "shelved" && (
        <Suspense>
          <ShelveForm id={id} title={title} onClose={closeForm} />
        </Suspense>
      )}
    </>
  );
}
