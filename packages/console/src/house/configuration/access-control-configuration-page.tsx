import { useQuery } from "@tanstack/react-query";
import { Page } from "../../ui/page.tsx";
import { moduleActivationQuery } from "../module-activation.queries.ts";
import { ConfigList, ConfigSearch } from "./config-list.tsx";
import { VehicleTypesCard } from "./vehicle-types-card.tsx";

/** Configurations of ANPR and, if active, RFID access control. */
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
          <VehicleTypesCard />
        </>
      )}
    </Page>
  );
}
