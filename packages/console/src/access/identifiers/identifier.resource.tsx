import {
  editableOrigin,
  type Identifier,
  type IdentifierType,
  type identifierDraft,
  identifierTypeTitles,
} from "@gatehouse/contract/entities/identifier/identifier";
import { asText } from "@gatehouse/contract/fields/as-text";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { Autocomplete, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps, FieldName, Values } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { PlateFace } from "../../ui/plate.tsx";
import { Segments } from "../../ui/segments.tsx";
import { identifierTypes, nameOf } from "./identifier-labels.ts";
import classes from "./iid-input.module.css";

const debounceMs = 300;
const maxNamed = 3;

/** Input for a plate or tag, with its normalized form and warnings about similar ones. */
function IidInput({ values, value, onChange, errors, isLocked }: CustomFieldProps) {
  const text = String(value);
  const isTag = values.type === "RFID";
  const normalized = normalizeIdentifier(text);
  return (
    <div className={classes.field}>
      <TextInput
        name="iid"
        label={isTag ? "Tag" : "License plate"}
        placeholder={isTag ? "E200 3412 0123 4567" : "MH 12 AB 1234"}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={isLocked}
        error={errors.iid}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.normalized}>
        <span>Matched as</span>
        {normalized === "" ? <span>–</span> : <PlateFace text={normalized} isTag={isTag} />}
      </div>
      {!isLocked && <LookAlikes iid={text} type={values.type as IdentifierType} />}
    </div>
  );
}

/** Warns about existing identifiers that are easily confused with this one. */
function LookAlikes({ iid, type }: { iid: string; type: IdentifierType }) {
  const [settled] = useDebouncedValue(normalizeIdentifier(iid), debounceMs);
  const isSettled = settled !== "" && settled === normalizeIdentifier(iid);
  const query = callQuery("identifiers", "GET /ac/ids/look-alikes", { query: { iid: settled, type } });
  const { data: others = [] } = useQuery({ ...query, enabled: isSettled });
  const named = isSettled ? others.slice(0, maxNamed) : [];
  const unnamed = others.length - named.length;
  return (
    <div className={classes.warnings} role="status">
      {named.map((other) => (
        <p key={other.id}>
          <IconAlertTriangle size={14} aria-hidden />
          {`Could be misread as ${nameOf(other)}`}
        </p>
      ))}
      {named.length > 0 && unnamed > 0 && <p>{`and ${unnamed} more`}</p>}
    </div>
  );
}

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
function TagVehicleTypeInput({ value, onChange, errors, isLocked }: CustomFieldProps) {
  const { data } = useQuery(callQuery("code_selections", "GET /configs/rfid-ac/vehicle-types", {}));
  const selected = data?.vehicleTypes ?? [];
  return (
    <Autocomplete
      name="vehicleType"
      label="Vehicle type"
      disabled={isLocked}
      error={errors.vehicleType}
      data={[...(selected.length === 0 ? vehicleTypes : selected)]}
      value={asText(value)}
      onChange={onChange}
    />
  );
}
