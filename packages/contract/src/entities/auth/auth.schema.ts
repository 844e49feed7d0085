import * as z from "zod";
import { currentPassword, enteredPassword } from "../../fields/entered-password.ts";
import { newPassword } from "../../fields/password.ts";
import { required } from "../../fields/required.ts";
import { passwordMismatchInDialog } from "./auth.messages.ts";
import { secondFactorMethods } from "./second-factor-limits.ts";

/** Credentials. */
export const credentials = z.strictObject({
  username: z.string(required).trim().min(1, required).max(100, "At most 100 characters"),
  password: enteredPassword,
});

/** A password change; WIRE-8: a client may send the confirmation too. */
export const passwordChange = z
  .strictObject({
    password: newPassword,
    confirmPassword: z.string().optional(),
    // AUTH-12: required once the session is five minutes old.
    currentPassword,
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ["confirmPassword"],
    error: passwordMismatchInDialog,
  });

/**
 * AUTH-11: what the session lacks: one of these second steps. Without any, the person's role requires a second factor, and
 * they have to set one up first.
 */
const secondFactor = z.object({ methods: z.array(z.enum(secondFactorMethods)) });

/** The response to a sign-in or password change. */
export const session = z.object({
  token: z.string(),
  passwordChanged: z.boolean(),
  secondFactor: secondFactor.optional(),
});
session.register(z.globalRegistry, { id: "Session", description: "The response to a sign-in or password change" });
