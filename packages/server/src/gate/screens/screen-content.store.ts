import { assertFound } from "@gatehouse/contract/assert-found";
import { listIn } from "@gatehouse/contract/collections";
import { displayScopeOf } from "@gatehouse/contract/entities/display/display";
import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { ScreenHolder } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";

/** What a display shows, and the hash of the key that may read it. */
export interface KeyedContent {
  readonly keyHash: string;
  readonly content: ScreenContent;
}

/** Loads what displays show, by display id; displays without a key are left out. */
export async function loadScreenContents(
  db: ReadDb,
  displayIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, KeyedContent>> {
  if (displayIds.length === 0) return new Map();
  const [configs, activation, displays, values] = await Promise.all([
    loadRequiredConfigs(db),
    loadModuleActivation(db),
    db
      .selectFrom("displays as display")
      .innerJoin("screen_keys as key", "key.displayId", "display.id")
      .select(["display.id", "display.uid", "display.name", "display.scope", "display.templateId", "key.keyHash"])
      .where("display.id", "in", displayIds)
      .where("display.type", "=", "multimedia")
      .execute(),
    db
      .selectFrom("display_variables as shown")
      .innerJoin("variables as variable", "variable.id", "shown.variableId")
      .select([
        "shown.displayId",
        "shown.templateKey",
        "variable.name",
        "variable.displayName",
        "variable.computedValue",
      ])
      .where("shown.displayId", "in", displayIds)
      .orderBy("shown.position")
      .execute(),
  ]);
  const isInService = (scope: string) =>
    Object.entries(displayScopeOf).some(([module, own]) => own === scope && activation[module as ModuleKind]);
  const valuesOf = Map.groupBy(values, ({ displayId }) => displayId);
  return new Map(
    displays.map(({ id, uid, name, scope, templateId, keyHash }) => {
      const content: ScreenContent = {
        uid,
        name,
        siteName: configs.siteName,
        timeZone: configs.timeZone,
        templateId: assertFound(templateId, "a screen without a template"),
        isInService: isInService(scope),
        values: listIn(valuesOf, id).map((row) => ({
          templateKey: assertFound(row.templateKey, "a variable of a screen without its place"),
          label: row.displayName ?? row.name,
          value: row.computedValue,
        })),
        at: now.toISOString(),
      };
      return [id, { keyHash, content }];
    }),
  );
}

/** Loads what the display of a screen's key shows; rejects if the key was revoked meanwhile. */
export async function loadScreenContent(
  db: ReadDb,
  { displayId, keyHash }: ScreenHolder,
  now: Date,
): Promise<ScreenContent> {
  const found = (await loadScreenContents(db, [displayId], now)).get(displayId);
  if (found?.keyHash !== keyHash) throw httpError("key/invalid");
  return found.content;
}

/** Rejects the key of another display. */
export function requireOwnDisplay(screen: ScreenHolder, uid: string): void {
  if (screen.uid !== uid) throw httpError("key/invalid");
}
