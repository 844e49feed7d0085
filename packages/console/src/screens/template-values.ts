import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";

type ScreenValue = ScreenContent["values"][number];

/** The values of a template by its keys. */
export type TemplateValues = ReadonlyMap<string, Pick<ScreenValue, "label"> & { value: number | undefined }>;

/** Converts values from the server; without `isShown`, only their labels are kept. */
export const toTemplateValues = (values: readonly ScreenValue[], isShown: boolean): TemplateValues =>
  new Map(values.map(({ templateKey, label, value }) => [templateKey, { label, value: isShown ? value : undefined }]));
