import type { Config, ConfigDraft } from "@gatehouse/contract/entities/config";
import { type ConfigValue, convertValue, type DataType } from "@gatehouse/contract/entities/config-value";
import type { ConfigScope } from "@gatehouse/contract/modules/module";

/** A configuration being edited; a number is kept as typed text. */
export interface DraftValues {
  key: string;
  dataType: DataType;
  value: string | boolean;
}

/** Initial values of a new configuration. */
export const emptyDraft: DraftValues = { key: "", dataType: "STRING", value: "" };

/** Converts a stored configuration to form values. */
export const toDraftValues = ({ key, dataType, value }: Pick<Config, "key" | "dataType" | "value">): DraftValues => ({
  key,
  dataType,
  value: typeof value === "number" ? String(value) : value,
});

/** Converts form values to a payload. An invalid number stays text, so that validation rejects it. */
export function payloadOf({ key, dataType, value }: DraftValues, scope: ConfigScope): ConfigDraft {
  return { key, dataType, scope, value: dataType === "NUMBER" ? numberIn(value) : value };
}

/** Changes the type and converts the value. */
export function withType(draft: DraftValues, dataType: DataType): DraftValues {
  const value = convertValue(draft.value, dataType);
  return toDraftValues({ key: draft.key, dataType, value });
}

/** Whether there is something to save. */
export function isChanged(draft: DraftValues, from: DraftValues): boolean {
  return draft.key !== from.key || draft.dataType !== from.dataType || draft.value !== from.value;
}

function numberIn(value: string | boolean): ConfigValue {
  const text = String(value).trim();
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
