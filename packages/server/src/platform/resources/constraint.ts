import { type ErrorDetails, httpError } from "../http/http-error.ts";

/** The field and message to report when a constraint is violated, by the constraint's name. */
export type FieldConstraints = Record<string, { path: string; message: string }>;

const uniqueViolation = "23505";
const foreignKeyViolation = "23503";

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** Turns unique and foreign key violations of a write into errors that name the field. */
export async function mapConstraintErrors<T>(fields: FieldConstraints, work: Promise<T>): Promise<T> {
  return work.catch((error: DatabaseError) => {
    const field = error.constraint === undefined ? undefined : fields[error.constraint];
    if (!field) throw error;
    const details: ErrorDetails = { message: field.message, errors: [field] };
    if (error.code === uniqueViolation) throw httpError("record/taken", details);
    if (error.code === foreignKeyViolation) throw httpError("request/invalid", details);
    throw error;
  });
}

export function isForeignKeyViolation(error: unknown): boolean {
  return (error as DatabaseError).code === foreignKeyViolation;
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as DatabaseError).code === uniqueViolation;
}
