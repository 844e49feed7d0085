import type { Api, ApiKey } from "@gatehouse/contract/api";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { Answer, CallInput } from "@gatehouse/contract/endpoint";
import type { ConfigValue } from "@gatehouse/contract/entities/config-value";
import { type RequiredConfigKey, requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { callApi } from "./api-client.ts";
import { type Seed, startSeed } from "./seed-process.ts";
import { startServer } from "./server-process.ts";

export interface Credentials {
  username: string;
  password: string;
}

const oneTimePassword = "one-time-at-the-gate";

/** The account that tests use, with the password that replaced the one-time password. */
export const admin: Credentials = { username: "admin", password: "keys-of-the-gatehouse" };

/** A running server and the means to set its state. */
export interface Site {
  address: string;
  seed: Seed;
  /** Opens a session and returns its token. */
  signIn(person?: Credentials): Promise<string>;
  /** Calls the API as the admin. */
  call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<Api[K]>>;
  /** Switches these modules on and all others off. */
  switchOn(...kinds: ModuleKind[]): Promise<void>;
  /** Changes a required configuration. */
  configure(key: RequiredConfigKey, value: ConfigValue): Promise<void>;
  stop(): Promise<void>;
}

/** What the server in memory of component tests has too. */
export type SiteCalls = Pick<Site, "call" | "switchOn" | "configure">;

/** Starts a server whose admin has already changed the one-time password. */
export async function startSite(): Promise<Site> {
  const server = await startServer({ ADMIN_PASSWORD: oneTimePassword });
  const { address } = server;
  const seed = startSeed(server.dataDir);

  const signIn = async (person = admin) => (await callApi(address, null, "POST /auth/login", { body: person })).token;
  const firstToken = await signIn({ ...admin, password: oneTimePassword });
  const newPassword = { body: { password: admin.password } };
  const { token } = await callApi(address, firstToken, "POST /auth/reset-password", newPassword);
  const call: Site["call"] = (key, input) => callApi(address, token, key, input);
  return {
    address,
    seed,
    signIn,
    call,
    switchOn: async (...kinds) => {
      const on = Object.fromEntries(kinds.map((kind) => [kind, true]));
      await call("PUT /configs/module-activation-status", { body: { ...everyModule(false), ...on } });
    },
    configure: async (key, value) => {
      const { scope, dataType } = requiredConfigs[key];
      const configs = await call("GET /configs/{scope}", { params: { scope } });
      const { id } = assertFound(
        configs.find((config) => config.key === key),
        `no configuration ${key}`,
      );
      await call("PUT /configs/{id}", { params: { id }, body: { key, scope, dataType, value } });
    },
    stop: async () => {
      await seed.stop();
      await server.stop();
    },
  };
}
