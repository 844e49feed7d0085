import * as z from "zod";

/** A choice of codes, each at most once. */
export const codeList = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z
    .array(z.enum(codes, { error: (issue) => `Unknown code "${String(issue.input)}". Known: ${codes.join(", ")}` }))
    .refine((list) => new Set(list).size === list.length, "Duplicate code");
