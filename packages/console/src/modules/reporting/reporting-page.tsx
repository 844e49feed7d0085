import { useQuery } from "@tanstack/react-query";
import { moduleActivationQuery } from "../../entities/module-activation/module-activation.queries.ts";
import { ReportTypesCard } from "../../entities/report-type/report-types-card.tsx";
import { DashboardCard } from "../../entities/variable/dashboard-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Gauges of mapped variables, and report types. */
export default function ReportingPage() {
  // The variables of an inactive module do not change.
  const hasRfid = useQuery(moduleActivationQuery).data?.RFID_ACCESS_CONTROL === true;
  return (
    <Page>
      {hasRfid && <DashboardCard />}
      <ReportTypesCard />
    </Page>
  );
}
