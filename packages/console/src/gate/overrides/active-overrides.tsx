import type { Override } from "@gatehouse/contract/entities/access/access";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { DateTime } from "../../ui/date-time.tsx";
import classes from "./overrides.module.css";
import { overrideName } from "./use-overrides.ts";

interface ActiveOverridesProps {
  overrides: readonly Override[];
  gateName: (id: number) => string;
}

/** Overrides in effect with their barriers that did not confirm, and a button to end each. */
export function ActiveOverrides({ overrides, gateName }: ActiveOverridesProps) {
  return (
    <ul className={classes.active} aria-label="Active overrides">
      {overrides.map((override) => (
        <ActiveOverride key={override.id} override={override} name={overrideName(override, gateName)} />
      ))}
    </ul>
  );
}

function ActiveOverride({ override, name }: { override: Override; name: string }) {
  const { id, gateId, reason, by, until, unconfirmed } = override;
  const may = useMay();
  // People who are limited to gates end the overrides of their gates only.
  const ownGates = useQuery(ownAccountQuery).data?.gateIds ?? null;
  const isOwn = ownGates === null || (gateId !== null && ownGates.includes(gateId));
  const { timeZone } = useSite();
  const end = useAction("DELETE /access/overrides/{id}", { topics: ["access_overrides"] });
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> until <DateTime at={until} timeZone={timeZone} />
        </p>
        <p className={classes.why}>{[reason, by && `started by ${by}`].filter(Boolean).join(", ")}</p>
        {unconfirmed.length > 0 && (
          <div className={classes.unconfirmed}>
            <p>Barriers that did not confirm:</p>
            <ul aria-label="Unconfirmed barriers">
              {unconfirmed.map(({ gateId, gateName, barrier, message }) => (
                <li key={gateId}>{`${gateName}, ${barrier}: ${message}`}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {isOwn && may("DELETE /access/overrides/{id}") && (
        <Button
          variant="default"
          size="xs"
          aria-label={`End ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          End
        </Button>
      )}
    </li>
  );
}
