import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { CodeSelectionCard } from "../../forms/code-selection-card.tsx";

const choices = vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] }));

/** Selects the vehicle types of RFID access control. */
export function VehicleTypesCard() {
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
