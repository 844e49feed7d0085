import type { Gate } from "@gatehouse/contract/entities/gate";
import { Button } from "@mantine/core";
import { ActingPerson } from "../../access/acting-person.tsx";
import { type ManualAction, ManualCommandForm, manualActions } from "../../access/manual-command-form.tsx";
import { useMay } from "../../api/permissions.ts";
import { useKeptState } from "../../forms/drafts.ts";
import classes from "./gate-details.module.css";

const wired: Record<ManualAction, (gate: Gate) => boolean> = {
  open: ({ boomBarriers }) => boomBarriers.length > 0,
  buzz: ({ buzzers }) => buzzers.length > 0,
  show: ({ displays }) => displays.length > 0,
};

/** Buttons for the manual commands that a gate's devices support. */
export function ManualControl({ gate }: { gate: Gate }) {
  const may = useMay();
  const [chosen, setChosen] = useKeptState<ManualAction | undefined>(`manual-control.${gate.id}`, undefined);
  const possible = (Object.keys(manualActions) as ManualAction[]).filter((action) => wired[action](gate));
  if (!may("POST /gates/{id}/open")) return null;
  return (
    <section className={classes.part} aria-label="Manual control">
      <h3>Manual control</h3>
      {possible.length === 0 && <p className={classes.none}>This gate has no barrier, buzzer or display.</p>}
      <div className={classes.actions}>
        {possible.map((action) => {
          const { label, icon: Icon } = manualActions[action];
          return (
            <Button
              key={action}
              variant="default"
              aria-expanded={chosen === action}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setChosen(chosen === action ? undefined : action)}
            >
              {label}
            </Button>
          );
        })}
      </div>
      {possible.length > 0 && <ActingPerson />}
      {chosen !== undefined && <ManualCommandForm key={chosen} gate={gate} action={chosen} />}
    </section>
  );
}
