import {
  type MappedField,
  maxMappingName,
  type PayloadMappingState,
  type MappingPreview as Preview,
} from "@gatehouse/contract/entities/payload-mapping";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { callLoosely } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useDraft, useKeepDraft } from "../../forms/drafts.ts";
import { fieldErrors } from "../../forms/field-errors.ts";
import { HistoryButton } from "../../forms/history-button.tsx";
import notice from "../../forms/notice.module.css";
import { DateTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { MappedFieldList } from "./mapped-field-list.tsx";
import { assign, type Draft, emptyDraft, mappedFieldLabels, nextField } from "./mapping-draft.ts";
import { MappingFile } from "./mapping-file.tsx";
import { MappingPreview } from "./mapping-preview.tsx";
import classes from "./payload-mapping.module.css";
import { PayloadTree } from "./payload-tree.tsx";

interface PayloadMappingSheetProps {
  sender: Sender;
  id: number;
  onClose: () => void;
}

/** Assigns the values of a device's last payload to the fields of an event. */
export default function PayloadMappingSheet({ sender, id, onClose }: PayloadMappingSheetProps) {
  const key = `GET /${sender}/{id}/payload-mapping` as const;
  const query = useQuery(callQuery("ingest", key, { params: { id } }));
  const typed = useDraft<Edit>(toDraftName(sender, id));
  const [isChanged, setIsChanged] = useState(typed !== undefined);
  return (
    <SideSheet title="Custom format" width={1080} onClose={onClose} isChanged={() => isChanged}>
      {query.isPending && <Skeleton height={400} radius={6} />}
      {query.isError && query.data === undefined && (
        <LoadError text={errorText(query.error, messagesOf(key)?.failure)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <Editor
          sender={sender}
          id={id}
          state={query.data}
          typed={typed}
          isChanged={isChanged}
          onChanged={setIsChanged}
          onSaved={onClose}
        />
      )}
    </SideSheet>
  );
}

/** A changed format, and the version that it changes. */
interface Edit {
  draft: Draft;
  baseVersion: number;
}

const toDraftName = (sender: Sender, id: number) => `payload-mapping.${sender}.${id}`;

interface EditorProps {
  sender: Sender;
  id: number;
  state: PayloadMappingState;
  /** What was changed before the session ended. */
  typed: Edit | undefined;
  isChanged: boolean;
  onChanged: (isChanged: boolean) => void;
  onSaved: () => void;
}

const loadSchema = async () => (await import("@gatehouse/contract/entities/payload-mapping")).payloadMapping;

function Editor({ sender, id, state, typed, isChanged, onChanged, onSaved }: EditorProps) {
  const [draft, setDraft] = useState<Draft>(typed?.draft ?? { ...emptyDraft, ...state.mapping });
  const [baseVersion, setBaseVersion] = useState(typed?.baseVersion ?? state.version);
  useKeepDraft(toDraftName(sender, id), () => (isChanged ? ({ draft, baseVersion } satisfies Edit) : undefined));
  const [active, setActive] = useState<MappedField>("plate");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<PayloadMappingState>();
  const change = (next: Draft) => {
    setDraft(next);
    setErrors({});
    onChanged(true);
  };
  const preview = useQuery({
    queryKey: ["ingest", "mapping preview", sender, id, toPreview(draft)],
    queryFn: ({ signal }) =>
      callLoosely<Preview>(`POST /${sender}/{id}/payload-mapping/preview`, {
        params: { id },
        body: toPreview(draft),
        signal,
      }),
    enabled: state.sample !== null,
    placeholderData: keepPreviousData,
  });
  const save = useAction(`PUT /${sender}/{id}/payload-mapping`, {
    topics: ["ingest"],
    onSuccess: onSaved,
    handles: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.code === "record/changed") setConflict(error.current as PayloadMappingState);
      else setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
      return error.code === "record/changed" || error.errors.length > 0;
    },
  });
  const remove = useAction(`DELETE /${sender}/{id}/payload-mapping`, { topics: ["ingest"], onSuccess: onSaved });
  const submit = async (ifMatch?: number) => {
    const found = await fieldErrors(loadSchema, draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({ params: { id }, body: draft, ...(ifMatch !== undefined && { ifMatch }) });
  };
  const confirmAndRemove = async () => {
    const question = "Remove this format? Its messages are then read only by the built-in formats.";
    if (await askYesNo(question)) remove.mutate({ params: { id } });
  };
  return (
    <>
      {conflict !== undefined && (
        <div className={notice.notice} role="alert">
          <p>Changed in another tab or by someone else</p>
          <p>{`Version ${conflict.version} was saved meanwhile.`}</p>
          <div className={notice.choices}>
            <Button size="compact-sm" variant="default" onClick={() => void submit()}>
              Overwrite
            </Button>
            <Button
              size="compact-sm"
              onClick={() => {
                change(conflict.mapping ?? emptyDraft);
                setBaseVersion(conflict.version);
                setConflict(undefined);
              }}
            >
              Reload
            </Button>
          </div>
        </div>
      )}
      <TextInput
        label="Name"
        placeholder="For example the camera's model"
        maxLength={maxMappingName}
        value={draft.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ ...draft, name: currentTarget.value })}
      />
      <div className={classes.columns}>
        {state.sample === null ? (
          <EmptyState icon={IconInbox} title="Nothing received yet">
            Let the device send a message first. Its values appear here, ready to be assigned.
          </EmptyState>
        ) : (
          <PayloadTree
            tree={state.sample.tree}
            draft={draft}
            activeLabel={mappedFieldLabels[active]}
            onAssign={(path) => {
              const next = assign(draft, active, path);
              change(next);
              setActive(nextField(next, active));
            }}
          />
        )}
        <div className={classes.side}>
          <MappedFieldList
            draft={draft}
            active={active}
            preview={preview.data}
            errors={toFieldErrors(errors)}
            onActivate={setActive}
            onChange={change}
          />
          <MappingPreview preview={preview.data} />
          <div className={classes.buttons}>
            <Button loading={save.isPending} onClick={() => void submit(baseVersion)}>
              Save
            </Button>
            <MappingFile draft={draft} onImport={change} />
            {state.mapping !== null && (
              <Button variant="default" loading={remove.isPending} onClick={() => void confirmAndRemove()}>
                Remove format
              </Button>
            )}
            <HistoryButton entity="payload_mappings" id={`${sender === "sensors" ? "sensor" : "device"} ${id}`} />
          </div>
          <MappingHistory history={state.history} onRestore={change} />
        </div>
      </div>
    </>
  );
}

const toPreview = ({ name: _, ...draft }: Draft) => draft;

/** Errors by field: `fields.plate.path` belongs to the plate. */
function toFieldErrors(errors: Record<string, string>): Partial<Record<MappedField, string>> {
  const entries = Object.entries(errors).filter(([path]) => path.startsWith("fields."));
  return Object.fromEntries(entries.map(([path, message]) => [path.split(".")[1], message]));
}

interface MappingHistoryProps {
  history: PayloadMappingState["history"];
  onRestore: (draft: Draft) => void;
}

/** The versions of a format; one can be loaded again and saved. */
function MappingHistory({ history, onRestore }: MappingHistoryProps) {
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

/** Kind of record that pushes events. */
export type Sender = "ai-devices" | "sensors";
