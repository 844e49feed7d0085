import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import type { ScreenLink } from "../gatehouse/gatehouse-link.ts";
import { type ScreenPlan, screenPlans } from "../plan/screen-plan.ts";
import type { RegisteredVariables } from "./variables.ts";

const listDisplays = (api: ApiClient, { scope }: ScreenPlan) =>
  api.call("GET /displays/{module}", { params: { module: scope } });

/** Registers the multimedia displays whose variables exist. */
export async function registerScreens(api: ApiClient, variables: RegisteredVariables): Promise<void> {
  for (const plan of screenPlans) {
    const { uid, label: name, scope, templateId } = plan;
    const shown = Object.entries(plan.variables).flatMap(([templateKey, variable]) => {
      const variableId = variables.get(variable)?.id;
      return variableId === undefined ? [] : [{ templateKey, variableId }];
    });
    if (shown.length < Object.keys(plan.variables).length) continue;
    await findOrCreate(
      await listDisplays(api, plan),
      (display) => display.uid === uid,
      () => api.call("POST /displays/multimedia", { body: { uid, name, scope, templateId, variables: shown } }),
    );
  }
}

/** Creates new links for the registered multimedia displays, because Gatehouse shows a link only once. */
export async function createScreenLinks(api: ApiClient): Promise<ScreenLink[]> {
  const links: ScreenLink[] = [];
  for (const plan of screenPlans) {
    const display = (await listDisplays(api, plan)).find(({ uid }) => uid === plan.uid);
    if (!display) continue;
    const { path } = await api.call("POST /displays/{id}/key", { params: { id: display.id } });
    links.push({ label: plan.label, url: `${api.serverUrl}${path}` });
  }
  return links;
}
