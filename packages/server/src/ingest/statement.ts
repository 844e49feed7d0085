/** A prepared statement and its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Statements that can be run as one with others of their kind: lookups without locks, and changes that don't depend on
   * each other.
   */
  readonly joins?: "lookup" | "change";
}

const combined = new Map<string, Statement>();

/**
 * Joins statements of one kind into one, which returns the rows of each as JSON in a column of its own: a statement costs
 * this process and PostgreSQL more than most of the rows it is about. The parameters follow each other.
 */
export function combineStatements(statements: readonly Statement[], valueCounts: readonly number[]): Statement {
  const names = statements.map(({ name }) => name).join(", ");
  const known = combined.get(names);
  if (known) return known;
  const [first] = statements;
  const texts = statements.map(({ text }, place) => {
    const before = valueCounts.slice(0, place).reduce((sum, count) => sum + count, 0);
    return text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`);
  });
  const text = first?.joins === "change" ? combineChanges(texts) : combineLookups(texts);
  // PostgreSQL limits the length of names.
  const statement = { name: `combined ${combined.size}`, text };
  combined.set(names, statement);
  return statement;
}

const combineLookups = (texts: readonly string[]) =>
  `select ${texts.map((text, place) => `(select json_agg(found) from (${text}) found) as "${place}"`).join(", ")}`;

/** Changes see the tables as they were before all of them. */
const combineChanges = (texts: readonly string[]) =>
  `with ${texts.map((text, place) => `part${place} as (${text})`).join(", ")}
   select ${texts.map((text, place) => `${hasRows(text) ? `(select json_agg(part${place}) from part${place})` : "null"} as "${place}"`).join(", ")}`;

const hasRows = (text: string) => /^select\b|\breturning\b/.test(text);
