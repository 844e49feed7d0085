import type { Config } from "@gatehouse/contract/entities/config";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./config-conflict.module.css";

interface ConfigConflictProps {
  /** The stored configuration. */
  current: Config;
  onKeepMine: (event: MouseEvent) => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows a configuration that was saved elsewhere first, and lets the user overwrite or reload it. */
export default function ConfigConflict({ current, onKeepMine, onTakeTheirs, onClose }: ConfigConflictProps) {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ["configs"] });
  }, [queries]);
  return (
    <Dialog opened title="Changed in another tab or by someone else" onClose={onClose}>
      <p>
        {"While you edited it, "}
        <code className={classes.value}>{current.key}</code>
        {" was saved as "}
        <code className={classes.value}>{String(current.value)}</code>.
      </p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onKeepMine}>
          Overwrite
        </Button>
        <Button data-autofocus onClick={onTakeTheirs}>
          Reload
        </Button>
      </div>
    </Dialog>
  );
}
