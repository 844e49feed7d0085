import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import { useMemo } from "react";
import type { Resource, Stored } from "../../forms/resource.ts";
import ResourceDialog from "../../forms/resource-dialog.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { identifiers } from "./identifier.resource.tsx";

interface AddReadIdentifierProps {
  /** The open record that shows the event. */
  inside: string;
  type: IdentifierType;
  iid: string;
}

/** Registers a plate or tag that was just read. */
export default function AddReadIdentifier({ inside, type, iid }: AddReadIdentifierProps) {
  const record = useOpenRecord("identifiers", inside);
  const resource = useMemo(() => withRead(type, iid), [type, iid]);
  return <ResourceDialog resource={resource} opened="new" isDeleted={false} onClose={record.close} />;
}

/** The resource with what was read as initial values. */
function withRead(type: IdentifierType, iid: string): Resource<Stored> {
  const initial: Readonly<Record<string, string>> = { type, iid };
  const fields = identifiers.fields.map((field) =>
    field.kind === "custom" && Object.hasOwn(initial, field.name) ? { ...field, initial: initial[field.name] } : field,
  );
  return { ...identifiers, fields };
}
