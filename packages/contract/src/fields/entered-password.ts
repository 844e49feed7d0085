import * as z from "zod";
import { required } from "./required.ts";

const maxLength = 1024;
const tooLong = `At most ${maxLength} characters`;

/** An existing password. Not checked against the password policy, because old passwords may not meet it. */
export const enteredPassword = z.string(required).min(1, required).max(maxLength, tooLong);

/** AUTH-12, AUTH-14: the current password, which only older sessions have to send. */
export const currentPassword = z.string().max(maxLength, tooLong).optional();
