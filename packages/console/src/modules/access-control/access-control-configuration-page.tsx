import { Skeleton, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConfigList } from "../../entities/config/config-list.tsx";
import { moduleActivationQuery } from "../../entities/module-activation/module-activation.queries.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";
import { useListParams } from "../../ui/use-list-params.ts";

// The multi-select is the largest control of the page and is below the list.
const VehicleTypesCard = lazyWithRetry(() => import("../../entities/vehicle-type/vehicle-types-card.tsx"));

const visionTitle = "Vision Access Control Configurations";
const rfidTitle = "RFID Access Control Configurations";

/** CFG-1: configurations of ANPR and, if active, RFID access control. */
export default function AccessControlConfigurationPage() {
  const hasRfid = useQuery(moduleActivationQuery).data?.RFID_ACCESS_CONTROL === true;
  const params = useListParams();
  const tab = hasRfid && params.tab === "rfid" ? "rfid" : "vision";
  return (
    <Page>
      <Tabs value={tab} onChange={(name) => params.openTab(name ?? "vision")} keepMounted={false}>
        <Tabs.List mb="md" aria-label="Identification">
          <Tabs.Tab value="vision">{visionTitle}</Tabs.Tab>
          {hasRfid && <Tabs.Tab value="rfid">{rfidTitle}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="vision">
          <ConfigList scope="anpr-ac" label={visionTitle} purpose="Settings for access by number plate" />
        </Tabs.Panel>
        {hasRfid && (
          <Tabs.Panel value="rfid">
            <ConfigList scope="rfid-ac" label={rfidTitle} purpose="Settings for access by RFID tag" />
          </Tabs.Panel>
        )}
      </Tabs>
      {hasRfid && (
        <Suspense fallback={<Skeleton height={170} radius={8} />}>
          <VehicleTypesCard />
        </Suspense>
      )}
    </Page>
  );
}
