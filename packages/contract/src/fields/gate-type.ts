import * as z from "zod";
import { gateTypes } from "./gate-types.ts";

/** Which way a gate, a reader or a loop faces, with the words of the form that asks for it. */
export const gateType = (message: string) => z.enum(gateTypes, message);
