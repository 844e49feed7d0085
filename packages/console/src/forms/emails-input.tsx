import { TextInput } from "@mantine/core";
import type { CustomFieldProps } from "./field.ts";

/** Addresses as stored, or the text that is being typed. */
type Entered = string | readonly string[];

/** The addresses of a text, separated by commas, semicolons or spaces. */
export const toEmails = (value: unknown): readonly string[] =>
  typeof value === "string" ? value.split(/[\s,;]+/).filter((part) => part !== "") : (value as readonly string[]);

interface EmailsInputProps extends Pick<CustomFieldProps, "value" | "onChange" | "errors"> {
  /** Path of the value in the payload. */
  path: string;
  label: string;
}

/** Several e-mail addresses in one line. */
export function EmailsInput({ path, label, value, onChange, errors }: EmailsInputProps) {
  const entered = value as Entered;
  const emails = toEmails(entered);
  const [place, error] = emails
    .map((email, index) => [email, errors[`${path}.${index}`]] as const)
    .find(([, text]) => text !== undefined) ?? [undefined, errors[path]];
  return (
    <TextInput
      name={path}
      label={label}
      description="Separated by commas"
      placeholder="asha@example.com, ravi@example.com"
      autoComplete="off"
      error={place === undefined ? error : `${place}: ${error}`}
      value={typeof entered === "string" ? entered : entered.join(", ")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
