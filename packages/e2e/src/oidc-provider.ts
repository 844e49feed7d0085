import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const command = join(import.meta.dirname, "../../server/test/people/providers/provider-process.ts");

/** A real OpenID provider on this machine, in a process of its own. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

/** Starts a provider whose login form accepts these subjects. */
export async function startOidcProvider(accounts: Record<string, object>): Promise<OidcProvider> {
  const child = spawn(process.execPath, [command, JSON.stringify(accounts)], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    const issuer = /^ready at (\S+)$/.exec(line)?.[1];
    if (issuer === undefined) continue;
    return {
      issuer,
      clientId: "gatehouse",
      clientSecret: "a-client-secret-of-32-characters",
      stop: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new Error("The provider ended before it was ready");
}
