import * as z from "zod";
import { required } from "./required.ts";

// Letters, digits, dots, hyphens and (for IPv6) colons: nothing that could turn an address into a path or a credential.
const pattern = /^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$|^::1?$/i;

/** The address of a device: an IP address or a host name. */
export const host = z.string(required).trim().min(1, required).regex(pattern, "Must be an IP address or a host name");
