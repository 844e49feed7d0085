import { ReportTypesCard } from "../../entities/report-type/report-types-card.tsx";
import { Page } from "../../ui/page.tsx";

/** REP-1: report types. */
export default function ReportingPage() {
  return (
    <Page>
      <ReportTypesCard />
    </Page>
  );
}
