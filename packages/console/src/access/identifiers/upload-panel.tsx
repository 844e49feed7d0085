import { type IdentifierType, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import {
  columnNames,
  dateOrders,
  dateOrderTitles,
  identifierFiles,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import { Button } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet, IconX } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { askToLeave } from "../../ui/ask-to-leave.ts";
import { DialogError } from "../../ui/dialog-error.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { formatBytes } from "../../ui/format-number.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Segments } from "../../ui/segments.tsx";
import { identifierTypes } from "./identifier-labels.ts";
import { ColumnMapping, ImportFindings } from "./import-findings.tsx";
import { ImportResult } from "./import-result.tsx";
import classes from "./upload-panel.module.css";
import { faultyName, type ImportRun, importCalls, useImport } from "./use-import.ts";

const contents = { LICENSE_PLATE: "License plates", RFID: "RFID tags" } as const;
const types = identifierTypes.map((value) => ({ value, label: contents[value] }));
const orders = dateOrders.map((value) => ({ value, label: dateOrderTitles[value] }));

/** Imports identifiers from a file: checks it first, then stores the valid lines. */
export function UploadPanel({ onSaved, onDone }: { onSaved: () => void; onDone: () => void }) {
  const { choice, run, headings, faulty, saveFaulty, choose, check, store, stop, startOver } = useImport(onSaved);
  const isImporting = run.phase === "importing";
  useBlocker({
    disabled: !isImporting,
    enableBeforeUnload: isImporting,
    // Switching the dialog's tab is not leaving.
    shouldBlockFn: async ({ next }) =>
      !isInDialog(next.search) && !(await askToLeave("The import is still running. Stop it and leave?")),
  });
  if (run.phase === "done") {
    return (
      <ImportResult
        outcome={run.outcome}
        faultyName={choice.file === undefined ? "" : faultyName(choice.file)}
        isSaving={faulty.isPending}
        isSaved={faulty.isSuccess}
        onSaveFaulty={saveFaulty}
        onAgain={startOver}
        onDone={onDone}
      />
    );
  }
  return (
    <div className={classes.panel}>
      <div className={classes.choices}>
        <Segments
          label="Content"
          choices={types}
          value={choice.type}
          isDisabled={isImporting}
          onChange={(type) => choose({ type })}
        />
        <Segments
          label="Dates"
          choices={orders}
          value={choice.dates}
          isDisabled={isImporting}
          onChange={(dates) => choose({ dates })}
        />
      </div>
      {choice.file === undefined ? (
        <>
          <Columns type={choice.type} />
          <SampleLinks />
          <FileDrop
            label="Drop a CSV file here or choose one"
            help="The file is checked first. Nothing is stored until you confirm."
            accept=".csv,text/csv"
            onFile={(file) => choose({ file })}
          />
        </>
      ) : (
        <div className={classes.file}>
          <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden />
          <span className={classes.name}>{choice.file.name}</span>
          <span className={classes.size}>{formatBytes(choice.file.size)}</span>
          {!isImporting && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={startOver}
            >
              Choose another
            </Button>
          )}
        </div>
      )}
      {!isImporting && (
        <ColumnMapping headings={headings} choice={choice} onChange={(columns) => choose({ columns })} />
      )}
      <Progress run={run} onStop={stop} />
      {run.phase === "stopped" && (
        <div>
          <DialogError text={run.error} />
          <div className={classes.actions}>
            {run.error === undefined && <p role="status">Cancelled. Check again to see the current state.</p>}
            <Button variant="default" onClick={check}>
              Check again
            </Button>
          </div>
        </div>
      )}
      {run.phase === "checked" && (
        <ImportFindings outcome={run.outcome} isSaving={faulty.isPending} onSaveFaulty={saveFaulty} onImport={store} />
      )}
    </div>
  );
}

/** The possible column headings; required ones are highlighted. */
function Columns({ type }: { type: IdentifierType }) {
  const { columns, required } = identifierFiles[type];
  return (
    <p className={classes.columns}>
      Columns, in any order:
      {columns.map((column) => (
        <span key={column} data-required={required.includes(column) || undefined}>
          {columnNames[column].title}
          {required.includes(column) && <span className="visually-hidden"> (required)</span>}
        </span>
      ))}
    </p>
  );
}

const isInDialog = (search: object) => "open" in search && String(search.open).startsWith("identifiers.new");

function Progress({ run, onStop }: { run: ImportRun; onStop: () => void }) {
  if (run.phase !== "checking" && run.phase !== "importing") return null;
  const label = run.phase === "checking" ? "Checking …" : "Importing …";
  // After the upload the remaining time is unknown.
  const isSent = run.share >= 1;
  return (
    <div className={classes.progress}>
      <p role="status">{label}</p>
      <span aria-hidden>{!isSent && `${Math.round(run.share * 100)} %`}</span>
      <ProgressBar label={label} share={isSent ? undefined : run.share} />
      <Button size="compact-sm" variant="default" onClick={onStop}>
        Cancel
      </Button>
    </div>
  );
}

/** Sample files. */
function SampleLinks() {
  return (
    <p className={classes.samples}>
      Sample CSV:
      {identifierTypes.map((type) => (
        <SampleLink key={type} type={type} />
      ))}
    </p>
  );
}

function SampleLink({ type }: { type: IdentifierType }) {
  const [href, setHref] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([identifierFiles[type].sample], { type: "text/csv" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [type]);
  return (
    <a
      href={href}
      aria-label={`Sample CSV: ${identifierTypeTitles[type]}`}
      download={`sample-${importCalls[type].what}.csv`}
    >
      <IconDownload size={14} aria-hidden />
      {identifierTypeTitles[type]}
    </a>
  );
}
