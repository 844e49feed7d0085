import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import { backTestDays } from "@gatehouse/contract/entities/access/back-test";
import type { policyRule } from "@gatehouse/contract/entities/access/rule";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import { ApiError, errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useAction } from "../../api/use-action.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import classes from "./back-test.module.css";
import { BackTestReport } from "./back-test-report.tsx";

/** What is tried out: the rules of a complete draft policy, or a stored version. */
export type Tried =
  | { readonly rules: readonly z.input<typeof policyRule>[] }
  | { readonly version: number; readonly against?: number };

interface BackTestSheetProps {
  title: string;
  /** Says what is compared. */
  purpose: string;
  tried: Tried;
  onClose: () => void;
}

const choices = backTestDays.map((days) => ({ value: String(days), label: `${days} days` }));
const pollMs = 400;

/** The fields of an incomplete rule are below the sheet, so it names none. */
const messageOf = (error: Error): string =>
  error instanceof ApiError && error.code === "request/invalid"
    ? "The rule is incomplete. Close the back-test, correct the fields of the rule and try again."
    : errorText(error, accessMessages["POST /access/back-tests"].failure);

/** Replays past events and shows what a draft or a version would have changed. */
export default function BackTestSheet({ title, purpose, tried, onClose }: BackTestSheetProps) {
  const [days, setDays] = useState(String(backTestDays[0]));
  const start = useAction("POST /access/back-tests", { topics: [], isQuiet: true, handles: () => true });
  const id = start.data?.id ?? 0;
  const query = useQuery({
    ...callQuery("access_rules", "GET /access/back-tests/{id}", { params: { id } }),
    enabled: start.data !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running" ? pollMs : false),
  });
  const run = () =>
    start.mutate({
      body: {
        ...("rules" in tried ? { rules: [...tried.rules] } : tried),
        days: backTestDays.find((each) => String(each) === days) ?? backTestDays[0],
      },
    });
  const found = query.data;
  const isRunning = start.isPending || (start.data !== undefined && (found === undefined || found.state === "running"));
  const error = start.error ?? (query.data === undefined ? query.error : null);
  return (
    <SideSheet title={title} width={860} onClose={onClose}>
      <p className={classes.purpose}>{purpose}</p>
      <div className={classes.start}>
        <Segments label="Replay the last" choices={choices} value={days} isDisabled={isRunning} onChange={setDays} />
        <Button loading={isRunning} onClick={run}>
          {start.data === undefined ? "Run back-test" : "Run again"}
        </Button>
      </div>
      {isRunning && error === null && <ProgressBar label="Back-test" share={found?.progress ?? 0} />}
      {error !== null && <LoadError text={messageOf(error)} onRetry={run} />}
      {found?.state === "failed" && (
        <LoadError text={`The back-test failed: ${found.failure ?? "unknown reason"}`} onRetry={run} />
      )}
      {!isRunning && found?.result && <BackTestReport result={found.result} days={found.days} />}
    </SideSheet>
  );
}
