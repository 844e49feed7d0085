import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier";
import {
  columnNames,
  exportOnlyColumns,
  identifierFiles,
  ignoredColumn,
  maxListedErrors,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./import-findings.module.css";
import { ImportCounts } from "./import-result.tsx";
import type { ImportChoice } from "./use-import.ts";

interface ImportFindingsProps {
  outcome: ImportOutcome;
  isSaving: boolean;
  onSaveFaulty: () => void;
  onImport: () => void;
}

/** The result of checking a file, with the faulty lines. */
export function ImportFindings({ outcome, isSaving, onSaveFaulty, onImport }: ImportFindingsProps) {
  // Without valid headings no line is read.
  if (outcome.rows === 0 && outcome.faulty > 0) return <HeadingErrors outcome={outcome} />;
  const changed = outcome.added + outcome.updated;
  return (
    <div className={classes.findings}>
      <ImportCounts outcome={outcome} />
      {outcome.faulty > 0 && <Errors outcome={outcome} isSaving={isSaving} onSave={onSaveFaulty} />}
      <div className={classes.actions}>
        <p role="status">{summaryText(outcome)}</p>
        <Button leftSection={<IconUpload size={16} aria-hidden />} disabled={changed === 0} onClick={onImport}>
          {`Import ${formatCount(changed, "identifier")}`}
        </Button>
      </div>
    </div>
  );
}

function HeadingErrors({ outcome }: { outcome: ImportOutcome }) {
  return (
    <div className={classes.refused} role="alert">
      <p>
        {outcome.columns.length === 0
          ? "Correct the file and choose it again:"
          : "Choose above what each column contains, or correct the headings and choose the file again:"}
      </p>
      <ul>
        {outcome.faults
          .flatMap(({ messages }) => messages)
          .map((message) => (
            <li key={message}>{message}</li>
          ))}
      </ul>
    </div>
  );
}

function summaryText({ faulty, added, updated, rows }: ImportOutcome): string {
  if (rows === 0) return "The file has no lines below its headings.";
  const changed = added + updated;
  if (faulty === 0) return changed === 0 ? "Everything is already stored." : "No errors found.";
  const lines = formatCount(faulty, "faulty line");
  return changed === 0
    ? `Nothing can be imported. Download the ${lines}, correct ${faulty === 1 ? "it" : "them"} and choose that file.`
    : `The ${lines} will not be imported. ${faulty === 1 ? "It is" : "They are"} saved as a file with the reasons, to correct and import later.`;
}

interface ColumnMappingProps {
  headings: ImportOutcome["columns"];
  choice: ImportChoice;
  onChange: (columns: string[]) => void;
}

/** What each column of the file contains; the person can change it. */
export function ColumnMapping({ headings, choice, onChange }: ColumnMappingProps) {
  if (headings.length === 0) return null;
  const chosen = headings.map((_, index) => choice.columns[index] ?? "");
  const columnAt = (index: number) => chosen[index] || (headings[index]?.field ?? "");
  const unknown = headings.flatMap((_, index) => (columnAt(index) === "" ? [index] : []));
  return (
    <section aria-label="Column mapping" className={classes.mapping}>
      <div className={classes.faultsHead}>
        <h3>Column mapping</h3>
        {unknown.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange(chosen.map((column, index) => (unknown.includes(index) ? ignoredColumn : column)))}
          >
            {`Ignore ${unknown.length} unknown columns`}
          </Button>
        )}
      </div>
      <div className={classes.columns}>
        {headings.map(({ heading, field, example }, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; headings may repeat.
            key={index}
            size="xs"
            label={heading || "(no heading)"}
            description={example || "(empty)"}
            data-unknown={columnAt(index) === "" || undefined}
            data={[
              ...(field === null ? [{ value: "", label: "Choose …" }] : []),
              ...identifierFiles[choice.type].columns.map((column) => ({
                value: column,
                label: columnNames[column].title,
              })),
              { value: ignoredColumn, label: "Ignored" },
            ]}
            value={isExportOnly(columnAt(index)) ? ignoredColumn : columnAt(index)}
            onChange={({ currentTarget }) => onChange(chosen.with(index, currentTarget.value))}
          />
        ))}
      </div>
    </section>
  );
}

const isExportOnly = (column: string) => exportOnlyColumns.some((known) => known === column);

interface ErrorsProps {
  outcome: ImportOutcome;
  isSaving: boolean;
  onSave: () => void;
}

function Errors({ outcome, isSaving, onSave }: ErrorsProps) {
  return (
    <section aria-label="Faulty lines">
      <div className={classes.faultsHead}>
        <h3>{formatCount(outcome.faulty, "faulty line")}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={isSaving}
          onClick={onSave}
        >
          Download faulty lines
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
      <section className={classes.faults} tabIndex={0} aria-label="Reasons">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {outcome.faults.map(({ line, messages }) => (
              <tr key={line}>
                <td>{formatNumber(line)}</td>
                <td>{messages.join(". ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {outcome.faulty > outcome.faults.length && (
        <p className={classes.more}>
          {`Showing the first ${maxListedErrors}. The download has all ${formatNumber(outcome.faulty)}.`}
        </p>
      )}
    </section>
  );
}
