import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps } from "../../forms/field.ts";
import { PlateFace } from "../plate.tsx";
import { nameOf } from "./identifier-labels.ts";
import classes from "./iid-input.module.css";

const debounceMs = 300;
const maxNamed = 3;

/** Input for a plate or tag, with its normalized form and warnings about similar ones. */
export function IidInput({ values, value, onChange, faults, isLocked }: CustomFieldProps) {
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
        error={faults.iid}
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
