import { demoProgressPath, type DemoProgress as Progress } from "@gatehouse/contract/runtime-config";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./demo-progress.module.css";

const pollMs = 1_000;

/** A demo that has just been started says what it still loads. */
export function DemoProgress() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["demo-progress"],
    queryFn: async (): Promise<Progress> => (await fetch(demoProgressPath)).json(),
    enabled: runtimeConfig().demo !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "loading" ? pollMs : false),
  });
  const isLoading = data?.state === "loading";
  // What was loaded past the server's own notices.
  useEffect(() => {
    if (isLoading)
      return () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "demo-progress" });
  }, [isLoading, queries]);
  if (data === undefined || data.state === "done") return null;
  if (data.state === "failed")
    return (
      <p className={classes.bar} role="alert">
        {data.text}
      </p>
    );
  const percent = data.share === null ? "" : ` · ${Math.round(data.share * 100)}%`;
  return (
    <div className={classes.bar}>
      <p>{`The demo is loading: ${data.text}${percent}`}</p>
      <ProgressBar label="Loading of the demo" share={data.share ?? undefined} />
    </div>
  );
}
