import type { Reading, Writing } from "../platform/database/database.ts";

/** The codes a site has chosen under a name, such as its vehicle types; the initial ones until it chose. */
export async function readCodes<Code extends string>(
  db: Reading,
  name: string,
  initial: readonly Code[],
): Promise<Code[]> {
  const row = await db.selectFrom("code_selections").select("codes").where("name", "=", name).executeTakeFirst();
  return row ? (row.codes as Code[]) : [...initial];
}

/** Replaces the choice. */
export async function saveCodes(tx: Writing, name: string, codes: string[]): Promise<void> {
  await tx
    .insertInto("code_selections")
    .values({ name, codes })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ codes }))
    .execute();
}
