import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { looseQuery } from "../api/call-query.ts";
import { useReadOnly } from "../api/permissions.ts";
import { useLooseAction } from "../api/use-action.ts";
import { Card } from "../ui/card.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { MultiChoice } from "../ui/multi-choice.tsx";
import classes from "./code-selection-card.module.css";
import { HistoryButton } from "./history-button.tsx";
import { applyEdit, type SelectionEdit } from "./selection-edit.ts";

/** The calls of each selection, by the only member of its body. */
const calls = {
  vehicleTypes: { get: "GET /configs/rfid-ac/vehicle-types", put: "PUT /configs/rfid-ac/vehicle-types" },
  reportTypes: { get: "GET /configs/reports/types", put: "PUT /configs/reports/types" },
} as const;

type Member = keyof typeof calls;
type Selection = Readonly<Partial<Record<Member, readonly string[]>>>;

interface CodeSelectionCardProps {
  title: string;
  purpose: string;
  placeholder: string;
  choices: readonly { value: string; label: string }[];
  member: Member;
}

const topic: LiveTopic = "code_selections";

/** Selects codes; saved as a whole, once the selection differs from the stored one. */
export function CodeSelectionCard({ title, purpose, placeholder, choices, member }: CodeSelectionCardProps) {
  const { get, put } = calls[member];
  const isReadOnly = useReadOnly(put);
  const queries = useQueryClient();
  const query = looseQuery<Selection>(topic, get);
  const stored = useQuery(query);
  const [edit, setEdit] = useState<SelectionEdit>();
  const [restoredFrom, setRestoredFrom] = useState<number>();
  const update = useLooseAction<Selection>(put, {
    topics: [topic],
    onSuccess: (response) => {
      queries.setQueryData(query.queryKey, response);
      setEdit(undefined);
      setRestoredFrom(undefined);
    },
  });
  const before = stored.data?.[member];
  const now = before === undefined ? [] : applyEdit(before, edit);
  const isSame = before === undefined || (now.length === before.length && now.every((code) => before.includes(code)));
  return (
    <Card
      title={title}
      purpose={purpose}
      action={
        <HistoryButton
          entity="code_selections"
          id={get.slice("GET /configs/".length)}
          onRestore={
            isReadOnly
              ? undefined
              : ({ id, before: earlier }) => {
                  setEdit({ from: before ?? [], to: earlier?.codes as string[] });
                  setRestoredFrom(id);
                }
          }
          isEdited={!isSame}
        />
      }
    >
      {stored.isError && before === undefined && (
        <LoadError text={errorText(stored.error, messagesOf(get)?.failure)} onRetry={() => void stored.refetch()} />
      )}
      {stored.isPending && <Skeleton height={58} />}
      {before !== undefined && (
        <div className={classes.row}>
          <MultiChoice
            label={title}
            placeholder={placeholder}
            choices={choices}
            value={now}
            disabled={isReadOnly}
            onChange={(to) => setEdit({ from: before, to })}
          />
          {!isReadOnly && (
            <Button
              disabled={isSame}
              loading={update.isPending}
              onClick={() =>
                update.mutate({ body: { [member]: now }, ...(restoredFrom !== undefined && { restoredFrom }) })
              }
            >
              Update
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
