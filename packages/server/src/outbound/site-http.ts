import type { Network } from "@gatehouse/contract/fields/network";
import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import type { OutsideTransport } from "@gatehouse/drivers/mygate/mygate";
import { readRequiredConfigs } from "../configuration/required-config.store.ts";
import type { Reading } from "../platform/database/database.ts";
import { parseNetworks } from "../platform/networks.ts";
import { openDeviceHttp } from "./device-http.ts";
import { openOutsideHttp } from "./integration-http.ts";

const readNetworks = async (db: Reading) => (await readRequiredConfigs(db)).deviceNetworks;

/** The networks that the site has configured now. */
export const siteNetworks = async (db: Reading): Promise<readonly Network[]> => parseNetworks(await readNetworks(db));

/** The way to devices inside those networks. */
export const siteHttp = (db: Reading): HttpTransport => openDeviceHttp(() => readNetworks(db));

/** SAFE-8: the way to MyGate, the cloud and the ticket service, inside the networks that are allowed for them. */
export const integrationHttp = (db: Reading): OutsideTransport =>
  openOutsideHttp(async () => (await readRequiredConfigs(db)).integrationNetworks);
