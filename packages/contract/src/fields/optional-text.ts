import * as z from "zod";
import { requiredText } from "./text.ts";

/** A line that may be left empty, which is the same as none at all. */
export const optionalText = (max = 255) =>
  z.union([z.literal("").transform(() => null), requiredText(max), z.null()]).optional();
