import type { Provider } from "@gatehouse/contract/entities/provider";
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Choice, CustomFieldProps } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import { FormRow, RowGroup } from "../../forms/row-group.tsx";
import { MultiChoice } from "../../ui/multi-choice.tsx";

type Mapping = Provider["mapping"][number];

/** Which group has which role, at which gates. */
export function MappingInput({ roles, value, onChange, faults }: CustomFieldProps & { roles: readonly Choice[] }) {
  const rows = value as readonly Mapping[];
  return (
    <RowGroup
      title="Roles by group"
      about={
        rows.length === 0
          ? "No group has a role yet."
          : "The first group in this list that a person belongs to decides their role."
      }
      fault={faults.mapping}
      add={{ label: "Add group", onAdd: () => onChange([...rows, { value: "", role: "", gateIds: null }]) }}
    >
      {rows.map((row, place) => (
        <MappingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={place}
          place={place}
          row={row}
          roles={roles}
          faults={faults}
          onChange={(next) => onChange(rows.with(place, next))}
          onRaise={() => onChange(rows.toSpliced(place - 1, 2, row, rows[place - 1] as Mapping))}
          onRemove={() => onChange(rows.toSpliced(place, 1))}
        />
      ))}
    </RowGroup>
  );
}

interface MappingRowProps {
  place: number;
  row: Mapping;
  roles: readonly Choice[];
  faults: CustomFieldProps["faults"];
  onChange: (row: Mapping) => void;
  onRaise: () => void;
  onRemove: () => void;
}

function MappingRow({ place, row, roles, faults, onChange, onRaise, onRemove }: MappingRowProps) {
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const path = `mapping.${place}`;
  const number = place + 1;
  return (
    <FormRow
      label={`Group ${number}`}
      columns="minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1.2fr) auto"
      buttons={
        <>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Move group ${number} up`}
            disabled={place === 0}
            onClick={onRaise}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={`Remove group ${number}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <TextInput
        name={`${path}.value`}
        label="Group"
        autoComplete="off"
        placeholder="parking-guards"
        error={faults[`${path}.value`]}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
      />
      <NativeSelect
        name={`${path}.role`}
        label="Role"
        error={faults[`${path}.role`]}
        data={[{ value: "", label: "Choose…" }, ...roles]}
        value={row.role}
        onChange={(event) => onChange({ ...row, role: event.currentTarget.value })}
      />
      <MultiChoice
        label="Gates"
        field={`${path}.gateIds`}
        isLabelShown
        placeholder="All gates"
        error={faults[`${path}.gateIds`] ?? (gates.isError ? "Couldn't load the options" : undefined)}
        choices={recordChoices(gates.data)}
        value={(row.gateIds ?? []).map(String)}
        onChange={(ids) => onChange({ ...row, gateIds: ids.length === 0 ? null : ids.map(Number) })}
      />
    </FormRow>
  );
}
