import type { Gate } from "@gatehouse/contract/entities/gate";
import { maxWatchedGates } from "@gatehouse/contract/entities/station";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Direction } from "../../access/direction.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./station-card.module.css";

interface GatePickerProps {
  gates: readonly Gate[];
  chosen: readonly number[];
  onChoose: (gateIds: readonly number[]) => void;
  onClose: () => void;
}

/** Chooses the gates that a person watches side by side. */
export default function GatePicker({ gates, chosen, onChoose, onClose }: GatePickerProps) {
  const known = chosen.filter((gateId) => gates.some(({ id }) => id === gateId));
  const [gateIds, setGateIds] = useState<readonly number[]>(known);
  const isFull = gateIds.length >= maxWatchedGates;
  const toggle = (id: number) =>
    setGateIds(gateIds.includes(id) ? gateIds.filter((other) => other !== id) : [...gateIds, id]);
  return (
    <Dialog opened title="Gates on this screen" onClose={onClose}>
      <form
        className={classes.choices}
        aria-label="Gates on this screen"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          onChoose(gateIds);
          onClose();
        }}
      >
        <p
          className={classes.quiet}
        >{`Up to ${maxWatchedGates} gates, side by side. The address can be bookmarked.`}</p>
        <ul className={classes.picks}>
          {gates.map(({ id, name, type }) => (
            <li key={id}>
              <label className={classes.pick}>
                <input
                  type="checkbox"
                  checked={gateIds.includes(id)}
                  disabled={isFull && !gateIds.includes(id)}
                  onChange={() => toggle(id)}
                />
                <span>{name}</span>
                <Direction type={type} />
              </label>
            </li>
          ))}
        </ul>
        <Button type="submit" size="lg" disabled={gateIds.length === 0}>
          {gateIds.length < 2 ? "Show gate" : `Show ${gateIds.length} gates`}
        </Button>
      </form>
    </Dialog>
  );
}
