/** The choices of named records, which may not be loaded yet. */
export const recordChoices = (records: readonly { id: number; name: string }[] = []) =>
  records.map(({ id, name }) => ({ value: String(id), label: name }));
