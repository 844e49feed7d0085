import * as z from "zod";
import { acceptWords } from "./words.ts";

/** A choice of codes, each at most once. Requests may use the given words for them. */
export const codeList = <const Codes extends readonly [string, ...string[]]>(
  codes: Codes,
  words: Readonly<Record<string, Codes[number]>> = {},
) =>
  z
    .array(
      acceptWords(
        z.enum(codes, { error: (issue) => `Unknown code "${String(issue.input)}". Known: ${codes.join(", ")}` }),
        words,
      ),
    )
    .refine((list) => new Set(list).size === list.length, "Duplicate code");
