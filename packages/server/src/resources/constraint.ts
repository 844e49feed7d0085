import { type RefusalDetails, refuse } from "../platform/http/refusal.ts";

/** What to say of a field when the database turns its value down, by the name of the constraint. */
export type FieldConstraints = Record<string, { path: string; message: string }>;

const uniqueViolation = "23505";
const foreignKeyViolation = "23503";

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** Runs a write; a value that is taken, or that points to nothing, becomes a refusal that names its field. */
export async function mapConstraintErrors<T>(fields: FieldConstraints, work: Promise<T>): Promise<T> {
  return work.catch((error: DatabaseError) => {
    const field = fields[error.constraint ?? ""];
    if (!field) throw error;
    const details: RefusalDetails = { message: field.message, errors: [field] };
    if (error.code === uniqueViolation) throw refuse("record/taken", details);
    if (error.code === foreignKeyViolation) throw refuse("request/invalid", details);
    throw error;
  });
}

/** Whether a delete failed because something still points to the row. */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as DatabaseError).code === foreignKeyViolation;
}

/** Whether a write failed because a value that must be unique is already there. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as DatabaseError).code === uniqueViolation;
}
