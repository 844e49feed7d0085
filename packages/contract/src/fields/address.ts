import * as z from "zod";
import { required } from "./required.ts";

// Letters, digits, dots, hyphens and (for IPv6) colons: nothing that could add a path or credentials to a URL.
const pattern = /^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$|^::1?$/i;

/** The address of a device: an IP address or a host name. */
export const host = z.string(required).trim().min(1, required).regex(pattern, "Must be an IP address or a host name");

/** BARRIER-2: the address of an actuator, 1 to 255, sent as text. */
export const actuatorUid = z
  .string(required)
  .min(1, required)
  .regex(/^([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/, "Must be a number from 1 to 255");
