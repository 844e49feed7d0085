import {
  editableOrigin,
  type IdentifierType,
  type ImportOutcome,
} from "@gatehouse/contract/entities/identifier/identifier";
import { type DateOrder, identifierFiles, maxFileBytes } from "@gatehouse/contract/entities/identifier/identifier-csv";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { toFormData, upload } from "../../api/upload.ts";
import { useDownload } from "../../api/use-download.ts";

/** The calls and the content of each file type. */
export const importCalls = {
  LICENSE_PLATE: { send: "POST /ac/upload-lps", faulty: "POST /ac/upload-lps/faulty", what: "plates" },
  RFID: { send: "POST /ac/upload-rfids", faulty: "POST /ac/upload-rfids/faulty", what: "tags" },
} as const satisfies Record<IdentifierType, object>;

/** The message about a failed import; undefined if the catalogue of messages could not be loaded. */
function importError(type: IdentifierType): string | undefined {
  const { send, what } = importCalls[type];
  const error = messagesOf(send)?.failure;
  return error && error + what;
}

/** The file to import and its options. */
export interface ImportChoice {
  type: IdentifierType;
  dates: DateOrder;
  file?: File;
  /** What the person chose for the columns of the file; empty: by its heading. */
  columns: readonly string[];
}

/** State of an import. `share` is the uploaded share of the file, from 0 to 1. */
export type ImportRun =
  | { phase: "waiting" }
  | { phase: "checking" | "importing"; share: number }
  | { phase: "checked" | "done"; outcome: ImportOutcome }
  | { phase: "stopped"; error?: string };

const tooLarge = `The file is larger than ${maxFileBytes / 1_048_576} MB. Split it and upload the parts.`;
const unreadable = "The file was changed or moved since it was chosen. Choose it again.";

/** Checks a file whenever the choice changes, and imports it on request. */
export function useImport(onSaved: () => void) {
  const queries = useQueryClient();
  const [choice, setChoice] = useState<ImportChoice>({ type: "LICENSE_PLATE", dates: "iso", columns: [] });
  const [run, setRun] = useState<ImportRun>({ phase: "waiting" });
  // Kept while a file is checked again.
  const [headings, setHeadings] = useState<ImportOutcome["columns"]>([]);
  const faulty = useDownload(importCalls[choice.type].faulty, importError(choice.type));
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const saveFaulty = ({ type, dates, columns, file }: ImportChoice) =>
    file &&
    faulty.mutate({
      query: { scope: editableOrigin, dates, columns: columns.join(",") },
      form: toFormData(identifierFiles[type].field, file),
      name: faultyName(file),
    });

  const start = async (chosen: ImportChoice, isDryRun: boolean) => {
    const { type, dates, file, columns } = chosen;
    running.current?.abort();
    if (file === undefined) return;
    if (file.size > maxFileBytes) return setRun({ phase: "stopped", error: tooLarge });
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
        {
          query: { scope: editableOrigin, dates, columns: columns.join(","), dryRun: isDryRun, faulty: "skip" },
        },
        {
          field: identifierFiles[type].field,
          file,
          signal: mine.signal,
          onProgress: (share) => update({ phase, share }),
        },
      );
      if (running.current !== mine) return;
      update({ phase: isDryRun ? "checked" : "done", outcome });
      setHeadings(outcome.columns);
      if (isDryRun) return;
      if (outcome.faulty > 0 && !faulty.isSuccess) saveFaulty(chosen);
      onSaved();
      await queries.invalidateQueries({ queryKey: ["identifiers"] });
    } catch (error) {
      if (mine.signal.aborted) return update({ phase: "stopped" });
      const isLost = error instanceof ApiError && error.status === 0 && !(await isReadable(file));
      update({ phase: "stopped", error: isLost ? unreadable : errorText(error, importError(type)) });
    }
  };

  return {
    choice,
    run,
    headings,
    faulty,
    saveFaulty: () => saveFaulty(choice),
    choose: (part: Partial<ImportChoice>) => {
      // What columns contain was chosen for one file.
      const next = { ...choice, ...((part.file ?? part.type) && { columns: [] }), ...part };
      setChoice(next);
      faulty.reset();
      void start(next, true);
    },
    check: () => void start(choice, true),
    store: () => void start(choice, false),
    stop: () => running.current?.abort(),
    startOver: () => {
      running.current?.abort();
      running.current = null;
      setChoice(({ type, dates }) => ({ type, dates, columns: [] }));
      setRun({ phase: "waiting" });
      setHeadings([]);
      faulty.reset();
    },
  };
}

/** Name of the file with the faulty lines of a file. */
export const faultyName = (file: File) => `${file.name.replace(/\.csv$/i, "")}-faulty.csv`;

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
