import type { Clock } from "./clock.ts";
import type { Cursors } from "./cursors.ts";
import type { Database } from "./database.ts";
import type { LiveBus } from "./live-bus.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";
import type { SignedText } from "./signed-text.ts";
import type { Tokens } from "./tokens.ts";

/** What the composition root hands to everything that serves calls. */
export interface Services {
  db: Database;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  cursors: Cursors;
  secrets: Secrets;
  /** For links that only we can have made. */
  tickets: SignedText;
  live: LiveBus;
}
