import {
  editableOrigin,
  type Identifier,
  type IdentifierType,
  type identifierDraft,
  identifierTypeTitles,
} from "@gatehouse/contract/entities/identifier/identifier";
import { asText } from "@gatehouse/contract/fields/as-text";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps, FieldName, Values } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { Segments } from "../../ui/segments.tsx";
import { identifierTypes, nameOf } from "./identifier-labels.ts";
import { IidInput } from "./iid-input.tsx";

const types = identifierTypes.map((value) => ({ value, label: identifierTypeTitles[value] }));
const isTag = ({ type }: Values) => type === "RFID";
const isPlate = (values: Values) => !isTag(values);
const vehicleType = { name: "vehicleType", label: "Vehicle type", resetsWith: "type", isHalf: true } as const;

/** Identifiers that are entered manually. */
export const identifiers: Resource<Identifier, FieldName<typeof identifierDraft>> = {
  topic: "identifiers",
  name: "identifiers",
  noun: "identifier",
  titles: { add: "Add Identifier", edit: "Edit Identifier" },
  list: { key: "GET /ac/ids" },
  query: { scope: editableOrigin },
  create: "POST /ac/ids",
  change: "PUT /ac/ids/{id}",
  remove: "DELETE /ac/ids/{id}",
  draft: () => import("@gatehouse/contract/entities/identifier/identifier").then((file) => file.identifierDraft),
  fields: [
    {
      kind: "custom",
      name: "type",
      label: "Type",
      initial: "LICENSE_PLATE",
      isLockedOnEdit: true,
      draw: ({ value, onChange, isLocked }) => (
        <Segments
          label="Type"
          choices={types}
          value={value as IdentifierType}
          isDisabled={isLocked}
          onChange={onChange}
        />
      ),
    },
    { kind: "custom", name: "iid", label: "Plate/Tag", initial: "", isLockedOnEdit: true, draw: IidInput },
    { kind: "text", name: "lp", label: "License plate", help: "Plate of the tagged vehicle", showIf: isTag },
    {
      ...vehicleType,
      kind: "option",
      choices: vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] })),
      showIf: isPlate,
    },
    { ...vehicleType, kind: "custom", initial: "", draw: TagVehicleTypeInput, showIf: isTag },
    { kind: "text", name: "parkingId", label: "Parking ID", isOptional: true, isHalf: true },
    { kind: "text", name: "ownerName", label: "Owner", isOptional: true, isHalf: true },
    { kind: "text", name: "ownerEmail", label: "Email", isOptional: true, isHalf: true },
    { kind: "text", name: "orgName", label: "Organisation", isOptional: true },
    {
      kind: "time",
      name: "validFrom",
      label: "Valid from",
      help: "Empty: immediately",
      isOptional: true,
      isHalf: true,
    },
    { kind: "time", name: "validTo", label: "Valid to", help: "Empty: no end", isOptional: true, isHalf: true },
    {
      kind: "reference",
      name: "groupIds",
      label: "Groups",
      isMultiple: true,
      from: { topic: "access_groups", key: "GET /access/groups", label: ({ name }) => String(name) },
    },
  ],
  texts: {
    empty: "No identifiers yet",
    purpose: "Registered plates and tags.",
    confirmDelete: (identifier) => `Are you sure you want to delete: ${nameOf(identifier)}`,
  },
  title: nameOf,
};

/** The vehicle type of a tag: free text that suggests the selected types, or all if none is selected. */
function TagVehicleTypeInput({ value, onChange, faults, isLocked }: CustomFieldProps) {
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
