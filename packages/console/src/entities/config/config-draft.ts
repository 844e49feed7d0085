import type { Config, ConfigDraft } from "@gatehouse/contract/entities/config/config.schema";
import { type ConfigValue, convertValue, type DataType } from "@gatehouse/contract/entities/config/config-value";
import type { ConfigScope } from "@gatehouse/contract/fields/config-scope";

/** A configuration while it is edited: a number is still the text that was typed. */
export interface DraftValues {
  key: string;
  dataType: DataType;
  value: string | boolean;
}

/** A configuration that nobody has filled in yet. */
export const emptyDraft: DraftValues = { key: "", dataType: "STRING", value: "" };

/** A stored configuration, ready to be edited. */
export const draftOf = ({ key, dataType, value }: Pick<Config, "key" | "dataType" | "value">): DraftValues => ({
  key,
  dataType,
  value: typeof value === "number" ? String(value) : value,
});

/** What a draft says, in the shape that is checked and sent. A number that cannot be read stays text and is refused. */
export function payloadOf({ key, dataType, value }: DraftValues, scope: ConfigScope): ConfigDraft {
  return { key, dataType, scope, value: dataType === "NUMBER" ? numberIn(value) : value };
}

/** CFG-3: the draft with another type, and its value turned into one of it. */
export function withType(draft: DraftValues, dataType: DataType): DraftValues {
  const value = convertValue(draft.value, dataType);
  return draftOf({ key: draft.key, dataType, value });
}

/** CFG-3: whether there is anything to save. */
export function isChanged(draft: DraftValues, from: DraftValues): boolean {
  return draft.key !== from.key || draft.dataType !== from.dataType || draft.value !== from.value;
}

function numberIn(value: string | boolean): ConfigValue {
  const text = String(value).trim();
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
