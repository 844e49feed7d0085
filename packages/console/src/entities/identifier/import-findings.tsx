import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier.endpoints";
import {
  type IdentifierColumn,
  identifierFiles,
  maxListedFaults,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import { formatCount } from "@gatehouse/contract/fields/count";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowRight, IconDownload, IconUpload } from "@tabler/icons-react";
import { toFormData } from "../../api/upload.ts";
import { useDownload } from "../../api/use-download.ts";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./import-findings.module.css";
import { ImportCounts } from "./import-result.tsx";
import { type ImportChoice, importCalls, importFailure } from "./use-import.ts";

/** Title of each column. Exported files have columns that an import ignores. */
const columnTitles: Readonly<Record<string, string>> = {
  rfid: "Tag",
  lp: "License plate",
  vehicleType: "Vehicle type",
  ownerName: "Owner",
  ownerEmail: "Email",
  orgName: "Organisation",
  parkingId: "Parking ID",
  validFrom: "Valid from",
  validTo: "Valid to",
  groups: "Groups",
  lastSeenAt: "ignored",
  reason: "ignored",
} satisfies Record<IdentifierColumn, string> & Record<string, string>;

interface ImportFindingsProps {
  choice: ImportChoice;
  outcome: ImportOutcome;
  onImport: () => void;
}

/** ID-4: the result of checking a file, with the faulty lines. */
export function ImportFindings({ choice, outcome, onImport }: ImportFindingsProps) {
  // Without valid headings no line is read.
  if (outcome.rows === 0 && outcome.faulty > 0) return <HeadingFaults outcome={outcome} />;
  const changed = outcome.added + outcome.updated;
  return (
    <div className={classes.findings}>
      <ImportCounts outcome={outcome} />
      <Headings columns={outcome.columns} />
      {outcome.faulty > 0 && <Faults choice={choice} outcome={outcome} />}
      <div className={classes.actions}>
        <p role="status">{summaryText(outcome)}</p>
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={outcome.faulty > 0 || changed === 0}
          onClick={onImport}
        >
          {`Import ${formatCount(changed, "identifier")}`}
        </Button>
      </div>
    </div>
  );
}

function HeadingFaults({ outcome }: { outcome: ImportOutcome }) {
  return (
    <div className={classes.findings}>
      <div className={classes.refused} role="alert">
        <p>Correct the headings and choose the file again:</p>
        <ul>
          {outcome.faults
            .flatMap(({ messages }) => messages)
            .map((message) => (
              <li key={message}>{message}</li>
            ))}
        </ul>
      </div>
      <Headings columns={outcome.columns} />
    </div>
  );
}

function summaryText({ faulty, added, updated, rows }: ImportOutcome): string {
  if (faulty > 0)
    return `Correct the ${formatCount(faulty, "faulty line")} first. Nothing is imported until every line is valid.`;
  if (rows === 0) return "The file has no lines below its headings.";
  return added + updated === 0 ? "Everything is already stored." : "No errors found.";
}

function Headings({ columns }: { columns: ImportOutcome["columns"] }) {
  if (columns.length === 0) return null;
  return (
    <section aria-label="Headings" className={classes.headings}>
      <h3>Column mapping</h3>
      <ul>
        {columns.map(({ heading, field }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; headings may repeat.
          <li key={place} data-unknown={field === null || undefined}>
            {field === null && <IconAlertTriangle size={14} aria-hidden />}
            <code>{heading || "(empty)"}</code>
            <IconArrowRight size={12} aria-hidden />
            {field === null ? "unknown" : (columnTitles[field] ?? field)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Faults({ choice, outcome }: { choice: ImportChoice; outcome: ImportOutcome }) {
  const download = useDownload(importCalls[choice.type].faulty, importFailure(choice.type));
  const save = (file: File) =>
    download.mutate({
      query: { dates: choice.dates },
      form: toFormData(identifierFiles[choice.type].field, file),
      name: `${file.name.replace(/\.csv$/i, "")}-faulty.csv`,
    });
  return (
    <section aria-label="Faulty lines">
      <div className={classes.faultsHead}>
        <h3>{formatCount(outcome.faulty, "faulty line")}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={download.isPending}
          onClick={() => choice.file && save(choice.file)}
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
          {`Showing the first ${maxListedFaults}. The download has all ${formatNumber(outcome.faulty)}.`}
        </p>
      )}
    </section>
  );
}
