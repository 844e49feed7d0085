/** A person or place to call. */
interface Contact {
  readonly name: string;
  readonly phone: string;
}

const maxContacts = 50;
// Every part is limited, so that a long text is rejected in linear time.
const pattern = /^(?<name>.{1,100}?)[\s:]{1,5}(?<phone>\+?\d[\d\s()/-]{0,40})$/;

const partsOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The contacts of a text such as "Reception +49 30 1234, Tower B 402". */
export const toContacts = (text: string): Contact[] =>
  partsOf(text).flatMap((part) => {
    const { name, phone } = pattern.exec(part)?.groups ?? {};
    return name === undefined || phone === undefined ? [] : [{ name, phone }];
  });

/** The error of a list of contacts; undefined if it is valid. */
export function contactsError(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts.length > maxContacts) return `At most ${maxContacts} contacts`;
  const wrong = parts.find((part) => !pattern.test(part));
  return wrong === undefined ? undefined : `"${wrong.slice(0, 40)}" must be a name and a phone number`;
}
