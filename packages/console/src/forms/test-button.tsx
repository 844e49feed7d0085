import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useLooseAction } from "../api/use-action.ts";
import { askYesNo } from "../ui/yes-no.ts";
import type { Resource, Stored } from "./resource.ts";
import classes from "./test-button.module.css";

const looks: Record<HardwareResult["outcome"], { text: string; icon: typeof IconCircleX; tone: string }> = {
  accepted: { text: "Accepted", icon: IconCircleCheck, tone: "ok" },
  rejected: { text: "Rejected", icon: IconCircleX, tone: "bad" },
  unreachable: { text: "Unreachable", icon: IconAlertTriangle, tone: "bad" },
};

interface TestButtonProps {
  test: NonNullable<Resource<Stored>["test"]>;
  id: number;
  /** Runs the test as soon as the button is shown. */
  startsAtOnce?: boolean;
  /** The test uses what is stored, so it waits until changes are saved. */
  isUnsaved: boolean;
}

/** Runs a device test and shows its result. */
export function TestButton({ test, id, startsAtOnce = false, isUnsaved }: TestButtonProps) {
  const run = useLooseAction<HardwareResult>(test.key, { topics: [] });
  const look = run.data && looks[run.data.outcome];
  const start = useEffectEvent(() => run.mutate({ params: { id } }));
  useEffect(() => {
    if (startsAtOnce) start();
  }, [startsAtOnce]);
  const confirmAndRun = async () => {
    if (test.question === undefined || (await askYesNo(test.question))) run.mutate({ params: { id } });
  };
  return (
    <>
      <Button variant="default" loading={run.isPending} disabled={isUnsaved} onClick={() => void confirmAndRun()}>
        {test.label}
      </Button>
      <span className={classes.outcome} role="status" data-tone={look?.tone}>
        {isUnsaved && "Save the changes to test them"}
        {!isUnsaved && look !== undefined && <look.icon size={16} aria-hidden />}
        {!isUnsaved && look !== undefined && `${look.text}: ${run.data?.detail}`}
      </span>
    </>
  );
}
