/** Which way a name counts: "En" for entry, "Ex" for exit; a name with both or neither does not say. */
function wayOf(name: string): "En" | "Ex" | undefined {
  const isEntry = name.includes("En");
  const isExit = name.includes("Ex");
  if (isEntry === isExit) return undefined;
  return isEntry ? "En" : "Ex";
}

/** VAR-4: entry and exit never share an equation: the first choice decides which names can still be chosen. */
export function clashesWithFirst(first: string | undefined, name: string): boolean {
  if (first === undefined) return false;
  const ways = [wayOf(first), wayOf(name)];
  return ways.includes("En") && ways.includes("Ex");
}
