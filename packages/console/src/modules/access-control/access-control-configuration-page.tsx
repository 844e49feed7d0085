import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConfigList, ConfigSearch } from "../../entities/config/config-list.tsx";
import { moduleActivationQuery } from "../../entities/module-activation/module-activation.queries.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";

// The multi-select is the largest control of the page and is below the lists.
const VehicleTypesCard = lazyWithRetry(() => import("../../entities/vehicle-type/vehicle-types-card.tsx"));

/** CFG-1: configurations of ANPR and, if active, RFID access control. */
export default function AccessControlConfigurationPage() {
  const hasRfid = useQuery(moduleActivationQuery).data?.RFID_ACCESS_CONTROL === true;
  return (
    <Page purpose="Changes take effect immediately." tools={<ConfigSearch />}>
      <ConfigList
        scope="anpr-ac"
        label="Vision Access Control Configurations"
        purpose="Settings for access by number plate"
        isSection
      />
      {hasRfid && (
        <>
          <ConfigList
            scope="rfid-ac"
            label="RFID Access Control Configurations"
            purpose="Settings for access by RFID tag"
            isSection
          />
          <Suspense fallback={<Skeleton height={170} radius={8} />}>
            <VehicleTypesCard />
          </Suspense>
        </>
      )}
    </Page>
  );
}
