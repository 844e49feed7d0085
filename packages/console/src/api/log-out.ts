import { call } from "./call.ts";
import { endSession } from "./session.ts";

/** Also ends the session on the server. An unreachable server must not keep the user signed in here. */
export async function logOut(): Promise<void> {
  await call("POST /auth/logout").catch(() => undefined);
  endSession("signed-out");
}
