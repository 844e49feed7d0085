import type { ApiKey } from "@gatehouse/contract/api";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditActions, auditEntityNoun } from "@gatehouse/contract/entities/audit/audit-names";
import { liveTopics } from "@gatehouse/contract/entities/live";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useLooseAction } from "../../api/use-action.ts";
import { ChangeTable } from "../../forms/change-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./audit.module.css";

interface Recreation {
  readonly create: ApiKey & `POST ${string}`;
  /** Loads the schema of a new record. */
  readonly draft: () => Promise<{ readonly shape: object }>;
}

/** The records that can be added again from their audited values alone: they have no secrets and no owner. */
const recreations: Readonly<Record<string, Recreation>> = {
  boom_barriers: {
    create: "POST /boom-barriers",
    draft: async () => (await import("@gatehouse/contract/entities/boom-barrier")).boomBarrierDraft,
  },
  buzzers: {
    create: "POST /buzzers",
    draft: async () => (await import("@gatehouse/contract/entities/buzzer")).buzzerDraft,
  },
  configs: {
    create: "POST /configs",
    draft: async () => (await import("@gatehouse/contract/entities/config")).configDraft,
  },
  lanes: {
    create: "POST /lanes",
    draft: async () => (await import("@gatehouse/contract/entities/lane")).laneDraft,
  },
  tvms: {
    create: "POST /ac/tvms",
    draft: async () => (await import("@gatehouse/contract/entities/tvm")).tvmDraft,
  },
};

interface RecreateButtonProps {
  entry: AuditEntry;
  onDone: () => void;
}

/** Adds a deleted record again, as a new one. */
function RecreateButton({ entry, onDone }: RecreateButtonProps) {
  const recreation = entry.action === "delete" ? recreations[entry.entity] : undefined;
  const may = useMay();
  if (recreation === undefined || entry.before === null || !may(recreation.create)) return null;
  return <Recreate entry={entry} recreation={recreation} onDone={onDone} />;
}

function Recreate({ entry, recreation, onDone }: RecreateButtonProps & { recreation: Recreation }) {
  const topics = liveTopics.filter((topic) => topic === entry.entity);
  const create = useLooseAction(recreation.create, { topics: [...topics, "audit_log"], onSuccess: onDone });
  const confirmAndCreate = async () => {
    if (!(await askYesNo(`Add this ${auditEntityNoun(entry.entity)} again? It becomes a new record.`))) return;
    const names = Object.keys((await recreation.draft()).shape);
    const body = Object.fromEntries(names.map((name) => [name, entry.before?.[name]]));
    create.mutate({ body, restoredFrom: entry.id });
  };
  return (
    <Button variant="default" size="xs" loading={create.isPending} onClick={() => void confirmAndCreate()}>
      Add again
    </Button>
  );
}

interface AuditDetailsProps {
  entry: AuditEntry;
  timeZone: string;
  /** Shows the entries of the same record. */
  onHistory: () => void;
  onClose: () => void;
}

/** An entry with the record before and after, side by side. */
export default function AuditDetails({ entry, timeZone, onHistory, onClose }: AuditDetailsProps) {
  const { before, after } = entry;
  return (
    <SideSheet title={entry.summary} width={760} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>
          <DateTime at={entry.at} timeZone={timeZone} />
        </dd>
        <dt>Who</dt>
        <dd>{entry.user}</dd>
        <dt>From</dt>
        <dd>{entry.address ?? "Not recorded"}</dd>
        <dt>Action</dt>
        <dd>{auditActions[entry.action]}</dd>
        {entry.restoredFrom !== null && (
          <>
            <dt>Restored</dt>
            <dd>
              Version before <DateTime at={entry.restoredFrom} timeZone={timeZone} />
            </dd>
          </>
        )}
      </dl>
      {before === null && after === null ? (
        <p className={classes.none}>This entry has no fields.</p>
      ) : (
        <ChangeTable entry={entry} timeZone={timeZone} />
      )}
      <div className={classes.buttons}>
        {entry.entityId !== null && (
          <Button variant="default" size="xs" onClick={onHistory}>
            History of this record
          </Button>
        )}
        <RecreateButton entry={entry} onDone={onClose} />
      </div>
    </SideSheet>
  );
}
