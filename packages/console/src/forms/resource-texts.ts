import { asText } from "@gatehouse/contract/fields/as-text";
import { messagesOf } from "../api/call-messages.ts";
import type { Resource, Stored } from "./resource.ts";

/** Dialog titles of a resource and the label of its submit button. */
export function resourceTitles<Item extends Stored>({ noun, titles }: Resource<Item>) {
  return { add: `Add ${noun}`, edit: `Edit ${noun}`, submit: "Add", ...titles };
}

/** The confirmation before a delete. */
export const confirmDeleteText = (name: string) => `Are you sure you want to delete: ${name}`;

/** The question before a record is deleted. */
export function deleteQuestion<Item extends Stored>({ texts }: Resource<Item>, item: Item): string {
  return texts.confirmDelete?.(item) ?? confirmDeleteText(asText(item.name));
}

/** The catalogue's fallback message for the last call. */
export function errorMessage(
  resource: Resource<Stored>,
  base: Stored | undefined,
  wasDelete: boolean,
): string | undefined {
  if (base === undefined) return resource.texts.createFailure ?? messagesOf(resource.create)?.failure;
  return messagesOf(wasDelete ? resource.remove : resource.change)?.failure;
}
