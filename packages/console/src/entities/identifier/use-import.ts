import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier.endpoints";
import { type DateOrder, identifierFiles, maxFileBytes } from "@gatehouse/contract/entities/identifier/identifier-csv";
import { editableOrigin, type IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { upload } from "../../api/upload.ts";

/** ID-4: the calls and the content of each file type. */
export const importCalls = {
  LICENSE_PLATE: { send: "POST /ac/upload-lps", faulty: "POST /ac/upload-lps/faulty", what: "plates" },
  RFID: { send: "POST /ac/upload-rfids", faulty: "POST /ac/upload-rfids/faulty", what: "tags" },
} as const satisfies Record<IdentifierType, object>;

/** The message about a failed import; undefined if the catalogue of messages could not be loaded. */
export function importFailure(type: IdentifierType): string | undefined {
  const { send, what } = importCalls[type];
  const failure = messagesOf(send)?.failure;
  return failure && failure + what;
}

/** The file to import and its options. */
export interface ImportChoice {
  type: IdentifierType;
  dates: DateOrder;
  file?: File;
}

/** State of an import. `share` is the uploaded share of the file, from 0 to 1. */
export type ImportRun =
  | { phase: "waiting" }
  | { phase: "checking" | "importing"; share: number }
  | { phase: "checked" | "done"; outcome: ImportOutcome }
  | { phase: "stopped"; fault?: string };

const tooLarge = `The file is larger than ${maxFileBytes / 1_048_576} MB. Split it and upload the parts.`;
const unreadable = "The file was changed or moved since it was chosen. Choose it again.";

/** ID-4: checks a file whenever the choice changes, and imports it on request. */
export function useImport(onSaved: () => void) {
  const queries = useQueryClient();
  const [choice, setChoice] = useState<ImportChoice>({ type: "LICENSE_PLATE", dates: "iso" });
  const [run, setRun] = useState<ImportRun>({ phase: "waiting" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async ({ type, dates, file }: ImportChoice, isDryRun: boolean) => {
    running.current?.abort();
    if (file === undefined) return;
    if (file.size > maxFileBytes) return setRun({ phase: "stopped", fault: tooLarge });
    const mine = new AbortController();
    running.current = mine;
    // Ignore updates of a run that was replaced.
    const update = (next: ImportRun) => running.current === mine && setRun(next);
    const phase = isDryRun ? "checking" : "importing";
    const { send } = importCalls[type];
    update({ phase, share: 0 });
    try {
      const outcome = await upload(
        send,
        { query: { scope: editableOrigin, dates, dryRun: isDryRun } },
        {
          field: identifierFiles[type].field,
          file,
          signal: mine.signal,
          onProgress: (share) => update({ phase, share }),
        },
      );
      update({ phase: isDryRun ? "checked" : "done", outcome });
      if (isDryRun) return;
      onSaved();
      await queries.invalidateQueries({ queryKey: ["identifiers"] });
    } catch (error) {
      if (mine.signal.aborted) return update({ phase: "stopped" });
      const isLost = error instanceof ApiError && error.status === 0 && !(await isReadable(file));
      update({ phase: "stopped", fault: isLost ? unreadable : errorText(error, importFailure(type)) });
    }
  };

  return {
    choice,
    run,
    choose: (part: Partial<ImportChoice>) => {
      const next = { ...choice, ...part };
      setChoice(next);
      void start(next, true);
    },
    check: () => void start(choice, true),
    store: () => void start(choice, false),
    stop: () => running.current?.abort(),
    startOver: () => {
      running.current?.abort();
      running.current = null;
      setChoice(({ type, dates }) => ({ type, dates }));
      setRun({ phase: "waiting" });
    },
  };
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
