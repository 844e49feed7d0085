import { formatCount } from "@gatehouse/contract/fields/number";
import { IconAlertTriangle, IconChevronDown } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import { useNowMs } from "../../ui/use-now.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { ActiveOverrides } from "./active-overrides.tsx";
import classes from "./overrides.module.css";
import { overrideName, useOverrides } from "./use-overrides.ts";

/** On every page while an override is active: which ones, until when, and the barriers that did not confirm. */
export function OverrideBanner() {
  const { active, gateName, isLoaded } = useOverrides();
  const { timeZone } = useSite();
  const now = new Date(useNowMs());
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const endMs = Math.max(0, ...active.map(({ until }) => Date.parse(until)));
  const [lastEndMs, setLastEndMs] = useStoredChoice("overrides.endMs", 0);
  const store = useEffectEvent(setLastEndMs);
  useEffect(() => {
    if (isLoaded) store(endMs);
  }, [isLoaded, endMs]);
  // The place of the overrides is kept while they load, so that nothing below moves.
  if (!isLoaded) return Date.now() < lastEndMs && <div className={classes.kept} />;
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
