import { assertFound } from "@gatehouse/contract/assert-found";
import type { Display } from "@gatehouse/contract/entities/display/display";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import type { Site } from "./site.ts";
import { addConstant } from "./variables.ts";

/** A multimedia display with a link, and constants as its values. */
export interface Tv {
  display: Display;
  /** The path of its page, with its key. */
  path: string;
  /** Changes one of its values. */
  setTo(key: string, value: number): Promise<void>;
}

type Caller = Pick<Site, "call">;

/** Adds a multimedia display of EPLD with a constant for each key of its template. */
export async function addTv(
  site: Caller,
  templateId: number,
  values: Readonly<Record<string, number>>,
  { uid = "41", name = "Entrance", labels = {} }: { uid?: string; name?: string; labels?: Record<string, string> } = {},
): Promise<Tv> {
  const { keys } = assertFound(
    displayTemplates.find(({ id }) => id === templateId),
    `no template ${templateId}`,
  );
  const ids = new Map<string, number>();
  const idOf = (key: string) => assertFound(ids.get(key), `the template has no value ${key}`);
  const labelOf = (key: string) => labels[key] ?? `${name} ${key}`;
  for (const key of keys) ids.set(key, (await addConstant(site, "epld", labelOf(key), values[key] ?? 0)).id);
  const variables = keys.map((templateKey) => ({ templateKey, variableId: idOf(templateKey) }));
  const display = await site.call("POST /displays/multimedia", {
    body: { uid, name, scope: "epld", templateId, variables },
  });
  const { path } = await site.call("POST /displays/{id}/key", { params: { id: display.id } });
  return {
    display,
    path,
    setTo: async (key, value) => {
      const body = { type: "constant" as const, scope: "epld" as const, name: labelOf(key), value };
      await site.call("PUT /variables/{id}", { params: { id: idOf(key) }, body });
    },
  };
}
