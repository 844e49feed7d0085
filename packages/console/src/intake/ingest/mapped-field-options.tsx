import type { MappedField, MappedFields } from "@gatehouse/contract/entities/payload-mapping";
import { type GateType, gateTypes, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { Button, NativeSelect, Switch } from "@mantine/core";
import { type Draft, listAround, pathText } from "./mapping-draft.ts";
import classes from "./payload-mapping.module.css";

interface OptionsProps {
  field: MappedField;
  draft: Draft;
  /** The value in the last payload. */
  found: string | null;
  onChange: (draft: Draft) => void;
}

const choices = {
  time: {
    label: "Time format",
    key: "format",
    data: [
      { value: "automatic", label: "Automatic (ISO 8601, year first, Unix time)" },
      { value: "day-first", label: "Day first (31/12/2026)" },
      { value: "month-first", label: "Month first (12/31/2026)" },
    ],
  },
  confidence: {
    label: "Unit of confidence",
    key: "unit",
    data: [
      { value: "ratio", label: "0 to 1" },
      { value: "percent", label: "0 to 100" },
    ],
  },
  speed: {
    label: "Unit of speed",
    key: "unit",
    data: [
      { value: "kmph", label: "km/h" },
      { value: "mph", label: "mph" },
      { value: "mps", label: "m/s" },
    ],
  },
} as const;

/** For devices that send no time, or a wrong one. */
export function ArrivalSwitch({ draft, onChange }: Pick<OptionsProps, "draft" | "onChange">) {
  const { time: _, date: __, ...fields } = draft.fields;
  return (
    <div className={classes.options}>
      <Switch
        size="xs"
        label="Use the time of arrival"
        checked={draft.timeOfArrival}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...draft, fields: checked ? fields : draft.fields, timeOfArrival: checked })
        }
      />
    </div>
  );
}

/** How the value of a field is written. */
export function MappedFieldOptions({ field, draft, found, onChange }: OptionsProps) {
  const change = (over: object) =>
    onChange({ ...draft, fields: { ...draft.fields, [field]: { ...draft.fields[field], ...over } } });
  if (field === "direction") return <DirectionWords draft={draft} found={found} onChange={change} />;
  if (field === "plate" || field === "tag") return <ListSwitch field={field} draft={draft} onChange={onChange} />;
  if (field !== "time" && field !== "confidence" && field !== "speed") return null;
  const { label, key, data } = choices[field];
  const value = (draft.fields[field] as Record<string, unknown> | undefined)?.[key];
  return (
    <div className={classes.options}>
      <NativeSelect
        size="xs"
        aria-label={label}
        data={[...data]}
        value={String(value)}
        onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
      />
    </div>
  );
}

function ListSwitch({ field, draft, onChange }: Pick<OptionsProps, "draft" | "onChange"> & { field: "plate" | "tag" }) {
  const list = listAround(draft.fields[field]?.path ?? []);
  if (list === null) return null;
  return (
    <div className={classes.options}>
      <Switch
        size="xs"
        label={`Each entry of ${pathText(list)} is an event`}
        checked={draft.list !== null}
        onChange={({ currentTarget }) => onChange({ ...draft, list: currentTarget.checked ? list : null })}
      />
    </div>
  );
}

interface WordsProps {
  draft: Draft;
  found: string | null;
  onChange: (over: Pick<NonNullable<MappedFields["direction"]>, "words">) => void;
}

/** Assigns the device's words to entry and exit. Common words like "in" and "exit" are known already. */
function DirectionWords({ draft, found, onChange }: WordsProps) {
  const words = draft.fields.direction?.words ?? [];
  const isNew = found !== null && !words.some(({ word }) => word.toLowerCase() === found.toLowerCase());
  const set = (word: string, direction: GateType | null) => {
    const others = words.filter((other) => other.word !== word);
    onChange({ words: direction === null ? others : [...others, { word, direction }] });
  };
  return (
    <div className={classes.options}>
      {words.map(({ word, direction }) => (
        <NativeSelect
          key={word}
          size="xs"
          label={`"${word}" means`}
          data={[
            ...gateTypes.map((type) => ({ value: type, label: gateTypeTitles[type] })),
            { value: "", label: "Nothing" },
          ]}
          value={direction}
          onChange={({ currentTarget }) => set(word, (currentTarget.value || null) as GateType | null)}
        />
      ))}
      {isNew &&
        gateTypes.map((type) => (
          <Button key={type} size="compact-xs" variant="default" onClick={() => set(found, type)}>
            {`"${found}" means ${gateTypeTitles[type].toLowerCase()}`}
          </Button>
        ))}
    </div>
  );
}
