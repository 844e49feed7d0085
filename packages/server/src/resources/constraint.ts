import { refuse } from "../platform/refusal.ts";

/** What to say when the database finds a value taken: which field, by the name of the index. */
export type TakenFields = Record<string, { path: string; message: string }>;

const uniqueViolation = "23505";

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** Runs a write; a value that is already taken becomes a refusal that names its field. */
export async function refusingTaken<T>(taken: TakenFields, work: Promise<T>): Promise<T> {
  return work.catch((error: DatabaseError) => {
    const field = error.code === uniqueViolation ? taken[error.constraint ?? ""] : undefined;
    throw field ? refuse("record/taken", { message: field.message, errors: [field] }) : error;
  });
}
