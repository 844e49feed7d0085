// Fills a spool until the disk refuses, and prints what happened. Started with a limit of the file size.
import { createLog } from "../../src/platform/log.ts";
import { openSpool, SpoolFullError } from "../../src/platform/spool/spool.ts";

const [folder = ""] = process.argv.slice(2);
const maxBytes = 1_073_741_824;
const spool = await openSpool(folder, createLog("silent"), maxBytes);
let written = 0;
let error: unknown;
while (error === undefined) {
  await spool.append([Buffer.alloc(1_000, written % 256)]).then(
    () => {
      written += 1;
    },
    (reason: unknown) => {
      error = reason;
    },
  );
}
await spool.append([Buffer.alloc(10)]).catch(() => {});
const kept = spool.size();
await spool.close();
const reopened = await openSpool(folder, createLog("silent"), maxBytes);
const found = reopened.size();
// Stored events can be removed all the same.
await reopened.remove(1);
await reopened.remove(reopened.size());
console.log(
  JSON.stringify({
    isFull: error instanceof SpoolFullError,
    isKept: kept >= written,
    reopened: found - kept,
    emptied: reopened.size(),
  }),
);
await reopened.close();
