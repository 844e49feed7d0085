import type { Clock } from "./clock.ts";
import type { Database } from "./database/database.ts";
import type { NotificationBus } from "./database/notifications.ts";
import type { Log } from "./log.ts";
import type { Cursors } from "./security/cursors.ts";
import type { Secrets } from "./security/secrets.ts";
import type { SignedText } from "./security/signed-text.ts";
import type { Tokens } from "./security/tokens.ts";

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
  live: NotificationBus;
}
