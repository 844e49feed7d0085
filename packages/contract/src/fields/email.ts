import * as z from "zod";
import { required } from "./required.ts";

/** One e-mail address, without a display name. */
export const emailAddress = z
  .string(required)
  .trim()
  .min(1, required)
  .max(254, "At most 254 characters")
  .regex(
    /^[^\s@<>(),;:"\\[\]\p{C}]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/u,
    "Must be an e-mail address such as asha@example.com",
  );
