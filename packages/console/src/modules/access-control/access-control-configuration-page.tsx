import { useQuery } from "@tanstack/react-query";
import { ConfigList, ConfigSearch } from "../../entities/config/config-list.tsx";
import { moduleActivationQuery } from "../../entities/module-activation/module-activation.queries.ts";
import { VehicleTypesCard } from "../../entities/vehicle-type/vehicle-types-card.tsx";
import { Page } from "../../ui/page.tsx";

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
