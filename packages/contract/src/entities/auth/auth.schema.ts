import * as z from "zod";
import { newPassword } from "../../fields/password.ts";
import { required } from "../../fields/required.ts";

/** What a person types to sign in; not held to the password policy, which may change under old passwords. */
export const credentials = z.strictObject({
  username: z.string(required).trim().min(1, required).max(100, "At most 100 characters"),
  password: z.string(required).min(1, required).max(1024, "At most 1024 characters"),
});

/** A password change. */
export const passwordChange = z.strictObject({ password: newPassword });

/** What a successful sign-in or password change gives back. */
export const session = z.object({ token: z.string(), passwordChanged: z.boolean() });
