import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { moduleActivationQuery } from "../../entities/module-activation/module-activation.queries.ts";
import { ReportTypesCard } from "../../entities/report-type/report-types-card.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";

// Only sites with RFID access control have a dashboard.
const DashboardCard = lazyWithRetry(() => import("../../entities/variable/dashboard-card.tsx"));

/** REP-1, REP-8: gauges of mapped variables, and report types. */
export default function ReportingPage() {
  // MOD-3: the variables of an inactive module do not change.
  const hasRfid = useQuery(moduleActivationQuery).data?.RFID_ACCESS_CONTROL === true;
  return (
    <Page>
      {hasRfid && (
        <Suspense fallback={<Skeleton height={310} radius={8} />}>
          <DashboardCard />
        </Suspense>
      )}
      <ReportTypesCard />
    </Page>
  );
}
