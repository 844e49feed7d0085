import { useQuery } from "@tanstack/react-query";
import { moduleActivationQuery } from "../../house/module-activation.queries.ts";
import { ReportTypesCard } from "../../house/report-types-card.tsx";
import { Page } from "../../ui/page.tsx";
import { DashboardCard } from "../variables/dashboard-card.tsx";

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
