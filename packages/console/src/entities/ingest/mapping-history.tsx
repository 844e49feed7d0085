import type { PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { useSite } from "../../api/site.ts";
import { DateTime } from "../../ui/date-time.tsx";
import type { Draft } from "./mapping-draft.ts";
import classes from "./payload-mapping.module.css";

interface MappingHistoryProps {
  history: PayloadMappingState["history"];
  onRestore: (draft: Draft) => void;
}

/** The versions of a format; one can be loaded again and saved. */
export function MappingHistory({ history, onRestore }: MappingHistoryProps) {
  const { timeZone } = useSite();
  if (history.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>{formatCount(history.length, "version")}</summary>
      <ol>
        {history.map(({ version, at, by, mapping }) => (
          <li key={version}>
            <span>{`${version}: ${mapping?.name ?? "removed"}`}</span>
            <DateTime at={at} timeZone={timeZone} />
            {by !== null && <span>{by}</span>}
            {mapping !== null && (
              <Button size="compact-xs" variant="default" onClick={() => onRestore(mapping)}>
                {`Load version ${version}`}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
