import { asText } from "@gatehouse/contract/fields/as-text";
import { vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps } from "../../forms/field.ts";

/** LIVE-5: the vehicle type of a tag: free text that suggests the selected types, or all if none is selected. */
export function TagVehicleTypeInput({ value, onChange, faults, isLocked }: CustomFieldProps) {
  const { data } = useQuery(callQuery("code_selections", "GET /configs/rfid-ac/vehicle-types", {}));
  const selected = data?.vehicleTypes ?? [];
  return (
    <Autocomplete
      name="vehicleType"
      label="Vehicle type"
      disabled={isLocked}
      error={faults.vehicleType}
      data={[...(selected.length === 0 ? vehicleTypes : selected)]}
      value={asText(value)}
      onChange={onChange}
    />
  );
}
