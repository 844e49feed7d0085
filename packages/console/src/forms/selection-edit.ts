/** A selection when it was edited, and after. */
export interface SelectionEdit {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Applies an edit to the stored selection, which a colleague may have changed since. */
export function applyEdit(stored: readonly string[], edit: SelectionEdit | undefined): readonly string[] {
  if (edit === undefined) return stored;
  const { from, to } = edit;
  const isRemoved = (code: string) => from.includes(code) && !to.includes(code);
  const added = to.filter((code) => !from.includes(code) && !stored.includes(code));
  return [...stored.filter((code) => !isRemoved(code)), ...added];
}
