/** SHELL-9: removes undefined and blank text, at any depth. */
export function dropEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropEmpty);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, dropEmpty(member)]));
}

const isEmpty = (value: unknown) => value === undefined || (typeof value === "string" && value.trim() === "");
