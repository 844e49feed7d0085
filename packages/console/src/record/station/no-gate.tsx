import { Button } from "@mantine/core";
import { IconBarrierBlock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import classes from "./station.module.css";

interface NoGateProps {
  /** Other gates are beside it. */
  isTiled: boolean;
  onRemove: () => void;
}

/** The place of a gate that can't be shown. */
export const NoGate = ({ isTiled, onRemove }: NoGateProps) => (
  <section className={classes.gate} aria-label="Gate" tabIndex={-1}>
    <EmptyState
      icon={IconBarrierBlock}
      title="This gate does not exist"
      action={
        isTiled ? (
          <Button variant="default" onClick={onRemove}>
            Remove it from the screen
          </Button>
        ) : (
          <Link to="/station">Choose another gate</Link>
        )
      }
    >
      It was deleted, or you are limited to other gates.
    </EmptyState>
  </section>
);
