import { Suspense } from "react";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { useStoredChoice } from "../ui/use-stored-choice.ts";
import classes from "./overrides.module.css";

const OverrideBanner = lazyWithRetry(() => import("./override-banner.tsx"));

/** RULE-7: the banner of overrides. While it loads, its place is kept if one was active, so that nothing below moves. */
export function OverrideBannerPlace() {
  const [endMs, setEndMs] = useStoredChoice("overrides.endMs", 0);
  const place = Date.now() < endMs && <div className={classes.kept} />;
  return (
    <Suspense fallback={place}>
      <OverrideBanner place={place} onLoad={setEndMs} />
    </Suspense>
  );
}
