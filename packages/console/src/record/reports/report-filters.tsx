import { gateTypes, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { type ReportCode, type ReportFilterName, reportOf } from "@gatehouse/contract/reports/report-types";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callQuery } from "../../api/call-query.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import classes from "./report.module.css";
import type { ShownFilters } from "./report-params.ts";

interface ReportFiltersProps {
  type: ReportCode;
  filters: ShownFilters;
  /** Messages of the server about the filters. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (name: ReportFilterName, value: string) => void;
  onClear: () => void;
}

interface FilterProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const any = { value: "", label: "Any" };
const directions = gateTypes.map((value) => ({ value, label: gateTypeTitles[value] }));
const types = vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] }));

const controls: Record<ReportFilterName, (props: FilterProps) => ReactNode> = {
  gateId: (props) => <GateFilter {...props} />,
  direction: (props) => <ChoiceFilter label="Direction" choices={directions} {...props} />,
  groupId: (props) => <GroupFilter {...props} />,
  vehicleType: (props) => <ChoiceFilter label="Vehicle type" choices={types} {...props} />,
  person: ({ value, error, onChange }) => (
    <TextInput
      size="xs"
      label="Person"
      placeholder="Name"
      autoComplete="off"
      error={error}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
};

/** The filters that a report type supports. */
export function ReportFilters({ type, filters, errors, onChange, onClear }: ReportFiltersProps) {
  const { filters: supported } = reportOf(type);
  if (supported.length === 0) return null;
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      {supported.map((name) => (
        <div key={name}>
          {controls[name]({
            value: filters[name] ?? "",
            error: errors[name],
            onChange: (value) => onChange(name, value),
          })}
        </div>
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" size="xs" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}

interface ChoiceFilterProps extends FilterProps {
  label: string;
  choices: readonly { value: string; label: string }[];
}

const ChoiceFilter = ({ label, choices, value, error, onChange }: ChoiceFilterProps) => (
  <NativeSelect
    size="xs"
    label={label}
    data={[any, ...choices]}
    error={error}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

function GateFilter({ error, ...props }: FilterProps) {
  const gates = useQuery(callQuery("gates", "GET /gates"));
  return (
    <ChoiceFilter
      label="Gate"
      choices={recordChoices(gates.data)}
      error={error ?? (gates.isError ? "Couldn't load the options" : undefined)}
      {...props}
    />
  );
}

function GroupFilter({ error, ...props }: FilterProps) {
  const groups = useQuery(callQuery("access_groups", "GET /access/groups"));
  return (
    <ChoiceFilter
      label="Group"
      choices={recordChoices(groups.data)}
      error={error ?? (groups.isError ? "Couldn't load the options" : undefined)}
      {...props}
    />
  );
}
