import type { Provider } from "@gatehouse/contract/entities/provider/provider.schema";
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Choice, CustomFieldProps } from "../../forms/field.ts";
import { MultiChoice } from "../../ui/multi-choice.tsx";
import classes from "./provider.module.css";

type Mapping = Provider["mapping"][number];

/** AUTH-10: which group has which role, at which gates. */
export function MappingInput({ roles, value, onChange, faults }: CustomFieldProps & { roles: readonly Choice[] }) {
  const rows = value as readonly Mapping[];
  return (
    <fieldset className={classes.group}>
      <legend>Roles by group</legend>
      <p className={classes.about}>
        {rows.length === 0
          ? "No group has a role yet."
          : "The first group in this list that a person belongs to decides their role."}
      </p>
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
      {faults.mapping !== undefined && (
        <p className={classes.fault} role="alert">
          {faults.mapping}
        </p>
      )}
      <Button
        variant="default"
        size="compact-sm"
        className={classes.add ?? ""}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...rows, { value: "", role: "", gateIds: null }])}
      >
        Add group
      </Button>
    </fieldset>
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
    <fieldset className={classes.mapping} aria-label={`Group ${number}`}>
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
        choices={(gates.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={(row.gateIds ?? []).map(String)}
        onChange={(ids) => onChange({ ...row, gateIds: ids.length === 0 ? null : ids.map(Number) })}
      />
      <div className={classes.buttons}>
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
      </div>
    </fieldset>
  );
}
