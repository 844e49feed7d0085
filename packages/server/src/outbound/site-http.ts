import type { Network } from "@gatehouse/contract/fields/network";
import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import type { IntegrationTransport } from "@gatehouse/drivers/mygate/mygate";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import type { ReadDb } from "../platform/database/database.ts";
import { parseNetworks } from "../platform/networks.ts";
import { createDeviceHttp } from "./device-http.ts";
import { createIntegrationHttp } from "./integration-http.ts";

const readNetworks = async (db: ReadDb) => (await loadRequiredConfigs(db)).deviceNetworks;

/** The networks that the site has configured now. */
export const siteNetworks = async (db: ReadDb): Promise<readonly Network[]> => parseNetworks(await readNetworks(db));

/** The way to devices inside those networks. */
export const siteHttp = (db: ReadDb): HttpTransport => createDeviceHttp(() => readNetworks(db));

/** SAFE-8: the way to MyGate, the cloud and the ticket service, inside the networks that are allowed for them. */
export const integrationHttp = (db: ReadDb): IntegrationTransport =>
  createIntegrationHttp(async () => (await loadRequiredConfigs(db)).integrationNetworks);
