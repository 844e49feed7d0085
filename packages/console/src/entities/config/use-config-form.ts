import type { ConfigScope } from "@gatehouse/contract/fields/config-scope";
import { useForm } from "../../forms/use-form.ts";
import { type DraftValues, payloadOf } from "./config-draft.ts";

const loadSchema = () => import("@gatehouse/contract/entities/config/config.schema").then((file) => file.configDraft);

/** A configuration's form, on the contract's rules. */
export function useConfigForm(scope: ConfigScope, initial: DraftValues) {
  return useForm({ initial, schema: loadSchema, toPayload: (values) => payloadOf(values, scope) });
}
