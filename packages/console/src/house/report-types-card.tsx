import { reports } from "@gatehouse/contract/reports/report-types";
import { CodeSelectionCard } from "../forms/code-selection-card.tsx";

const choices = reports.map(({ code, title }) => ({ value: code, label: title }));

/** Selects the enabled reports. */
export function ReportTypesCard() {
  return (
    <CodeSelectionCard
      title="Report Types"
      purpose="Select the reports that this site uses."
      placeholder="Choose report types"
      choices={choices}
      member="reportTypes"
    />
  );
}
