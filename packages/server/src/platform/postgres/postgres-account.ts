import { readFileSync, statSync } from "node:fs";
import { StartupError } from "../startup-error.ts";

/** The unprivileged user that PostgreSQL runs as when Gatehouse itself runs as root. */
export type Account = { uid: number; gid: number; name: string };

/** For root, which must not run PostgreSQL: the owner of an existing database, else "nobody". Null for other users. */
export function postgresAccount(databaseFolder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = statSync(databaseFolder, { throwIfNoEntry: false })?.uid;
  // A database that a normal user created stays theirs, so that they can start it again without root.
  const found =
    accounts.find((account) => account.uid !== 0 && account.uid === owner) ??
    accounts.find((account) => account.name === "nobody");
  if (found) return found;
  throw new StartupError(
    'PostgreSQL refuses to run as root and this system has no user "nobody": start Gatehouse as a normal user or set DATABASE_URL.',
  );
}

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
