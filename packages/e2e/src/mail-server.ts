import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const command = join(import.meta.dirname, "../../server/test/alert/notifications/smtp-process.ts");

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
}

/** A real SMTP server on this machine, in a process of its own. */
export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts an SMTP server that accepts every e-mail. */
export async function startMailServer(): Promise<MailServer> {
  const child = spawn(process.execPath, [command], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const mails: ReceivedMail[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    let isFirst = true;
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (isFirst) resolve(Number(line));
      else mails.push(JSON.parse(line));
      isFirst = false;
    });
  });
  return {
    port,
    mails,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
