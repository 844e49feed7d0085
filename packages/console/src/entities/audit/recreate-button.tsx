import type { ApiKey } from "@gatehouse/contract/api";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditEntityNoun } from "@gatehouse/contract/entities/audit/audit-names";
import { liveTopics } from "@gatehouse/contract/entities/live";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useLooseAction } from "../../api/use-action.ts";
import { askYesNo } from "../../ui/yes-no.ts";

interface Recreation {
  readonly create: ApiKey & `POST ${string}`;
  /** Loads the schema of a new record. */
  readonly draft: () => Promise<{ readonly shape: object }>;
}

/** AUD-2: the records that can be added again from their audited values alone: they have no secrets and no owner. */
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

/** AUD-2: adds a deleted record again, as a new one. */
export function RecreateButton({ entry, onDone }: RecreateButtonProps) {
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
