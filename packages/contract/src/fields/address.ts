import * as z from "zod";
import { required } from "./required.ts";
import { requiredText } from "./text.ts";

// Letters, digits, dots, hyphens and (for IPv6) colons: nothing that could add a path or credentials to a URL.
const pattern = /^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$|^::1?$/i;
const notAHost = "Must be an IP address or a host name";

/** Digits and dots are never a name: if they are no address either, such as 256.1.1.1, they can't be reached. */
const isReachable = (text: string) => !/^[\d.]+$/.test(text) || URL.canParse(`http://${text}`);

/** The address of a device: an IP address or a host name. */
export const host = z.string(required).trim().min(1, required).regex(pattern, notAHost).refine(isReachable, notAHost);

/** A number that is stored as text; also accepted as a number. */
export const numberText = <Text extends z.ZodType<string, string>>(text: Text) =>
  z.union([text, z.number().transform(String).pipe(text)]);

/** The address of an actuator, 1 to 255, stored as text. */
export const actuatorUid = numberText(
  z
    .string(required)
    .min(1, required)
    .regex(/^([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/, "Must be a number from 1 to 255"),
);

/** A positive number of at most nine digits, stored as text. */
export const positiveUid = numberText(
  z
    .string(required)
    .min(1, required)
    .regex(/^[1-9]\d{0,8}$/, "Must be a positive number"),
);

/** A device's own id, any text. */
export const textUid = numberText(requiredText());
