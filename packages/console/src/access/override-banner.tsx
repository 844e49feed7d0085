import { formatCount } from "@gatehouse/contract/fields/number";
import { IconAlertTriangle, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { useSite } from "../api/site.ts";
import { formatSince } from "../ui/format-time.ts";
import { useNowMs } from "../ui/use-now.ts";
import { ActiveOverrides } from "./active-overrides.tsx";
import { overrideName } from "./override-text.ts";
import classes from "./overrides.module.css";
import { useOverrides } from "./use-overrides.ts";

interface OverrideBannerProps {
  /** Shown while the overrides load. */
  place: ReactNode;
  /** Receives the end of the last override, or 0. */
  onLoad: (endMs: number) => void;
}

/** RULE-7: on every page while an override is active: which ones, until when, and the barriers that did not confirm. */
export default function OverrideBanner({ place, onLoad }: OverrideBannerProps) {
  const { active, gateName, isLoaded } = useOverrides();
  const { timeZone } = useSite();
  const now = new Date(useNowMs());
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const endMs = Math.max(0, ...active.map(({ until }) => Date.parse(until)));
  const report = useEffectEvent(onLoad);
  useEffect(() => {
    if (isLoaded) report(endMs);
  }, [isLoaded, endMs]);
  if (!isLoaded) return place;
  if (active.length === 0) return null;
  const missing = active.reduce((sum, { unconfirmed }) => sum + unconfirmed.length, 0);
  // An evacuation that waits for barriers lists them at once.
  const isOpen = chosen ?? active.some(({ kind, unconfirmed }) => kind === "evacuate" && unconfirmed.length > 0);
  const summary = active
    .map((one) => `${overrideName(one, gateName)} until ${formatSince(new Date(one.until), now, timeZone)}`)
    .join("; ");
  return (
    <section className={classes.banner} aria-label="Overrides">
      <div className={classes.bar}>
        <IconAlertTriangle size={16} aria-hidden />
        <p role="status">
          {summary}
          {missing > 0 && ` (${formatCount(missing, "barrier")} did not confirm)`}
        </p>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setChosen(!isOpen)}
        >
          Details
          <IconChevronDown size={14} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div id={id} className={classes.panel}>
          <ActiveOverrides overrides={active} gateName={gateName} />
        </div>
      )}
    </section>
  );
}
