import { callMessages } from "@gatehouse/contract/messages";
import type { Resource, Stored } from "./resource.ts";

/** What the dialogs of a resource are called, and the button that adds one. */
export function resourceTitles<Item extends Stored>({ noun, titles }: Resource<Item>) {
  return { add: `Add ${noun}`, edit: `Edit ${noun}`, submit: "Add", ...titles };
}

/** The question before a record is deleted. */
export function deleteQuestion<Item extends Stored>({ words }: Resource<Item>, item: Item): string {
  const { confirmDelete = ({ name }: Item) => `Are you sure you want to delete: ${name}` } = words;
  return typeof confirmDelete === "string" ? confirmDelete : confirmDelete(item);
}

/** The catalogue's words for what was tried last. */
export function failureMessage(
  resource: Resource<Stored>,
  base: Stored | undefined,
  wasRemoval: boolean,
): string | undefined {
  if (base === undefined) return resource.words.createFailure ?? callMessages[resource.create]?.failure;
  return callMessages[wasRemoval ? resource.remove : resource.change]?.failure;
}
