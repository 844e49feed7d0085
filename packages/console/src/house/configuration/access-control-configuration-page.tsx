import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { useQuery } from "@tanstack/react-query";
import { CodeSelectionCard } from "../../forms/code-selection-card.tsx";
import { Page } from "../../ui/page.tsx";
import { moduleActivationQuery } from "../module-activation.queries.ts";
import { ConfigList, ConfigSearch } from "./config-list.tsx";

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

const choices = vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] }));

/** Selects the vehicle types of RFID access control. */
function VehicleTypesCard() {
  return (
    <CodeSelectionCard
      title="Vehicle Types"
      purpose="Only tags of these vehicle types are admitted. None selected: all."
      placeholder="Choose vehicle types"
      choices={choices}
      member="vehicleTypes"
    />
  );
}
