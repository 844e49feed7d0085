import { toScreenPath } from "@gatehouse/contract/entities/display/display-page";
import { screenEndpoints } from "@gatehouse/contract/entities/display/screen";
import { handle } from "../../platform/http/call.ts";
import { createKeyCheck } from "../../platform/security/key-check.ts";
import type { Services } from "../../platform/services.ts";
import { loadScreenContent, requireOwnDisplay } from "./screen-content.store.ts";
import { findScreenHolder, listScreenAddresses, replaceScreenKey, revokeScreenKey } from "./screen-key.store.ts";
import type { ScreenPresence } from "./screen-presence.ts";

/** Keys of multimedia displays, and the calls of screens. */
export const screenRoutes = ({ clock }: Services, presence: ScreenPresence) =>
  handle(screenEndpoints, {
    "GET /displays/{module}/screens": ({ params, read }) => presence.list(read, params.module),
    "POST /displays/{id}/key": ({ params, person, write }) =>
      write(async (tx) => {
        const { key, uid } = await replaceScreenKey(tx, params.id, person.username, clock.now());
        return { key, path: toScreenPath(uid, key) };
      }),
    "DELETE /displays/{id}/key": async ({ params, write }) => {
      await write((tx) => revokeScreenKey(tx, params.id));
      return undefined;
    },
    "GET /screen": ({ screen, query, read }) => {
      requireOwnDisplay(screen, query.uid);
      return loadScreenContent(read, screen, clock.now());
    },
    "POST /screen/seen": async ({ screen, body }) => {
      requireOwnDisplay(screen, body.uid);
      await presence.seen(screen.displayId, body.screen);
      return undefined;
    },
  });

export function createScreenKeyCheck({ db, clock }: Services) {
  const check = createKeyCheck(clock, {
    find: (key: string, _purpose: undefined, address) => findScreenHolder(db, key, address),
    idOf: ({ displayId }) => displayId,
    listAddresses: () => listScreenAddresses(db),
  });
  return (key: string, address: string) => check(key, undefined, address);
}
