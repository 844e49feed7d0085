import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Api, ApiKey } from "@gatehouse/contract/api";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { CallInput, ResponseOf } from "@gatehouse/contract/endpoint";
import type { AlertScope, AlertType } from "@gatehouse/contract/entities/alert-type";
import type { ConfigValue } from "@gatehouse/contract/entities/config-value";
import { type RequiredConfigKey, requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import type { VariableScope } from "@gatehouse/contract/entities/variable";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { callApi } from "./api-client.ts";
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
  call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<ResponseOf<Api[K]>>;
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

const command = join(import.meta.dirname, "../../server/test/seed.ts");

interface AlertSeed {
  type: AlertType;
  scope: AlertScope;
  title: string;
  description?: string;
  additionalInfo?: Record<string, unknown>;
  /** Default: now. */
  at?: Date;
  isResolved?: boolean;
}

interface DeviceSeed {
  module: ModuleKind;
  ip: string;
  apiPort: number;
  isHealthy: boolean;
  /** Names of its saved cameras. Default: none. */
  cameras?: readonly string[];
}

interface VariableSeed {
  name: string;
  scope: VariableScope;
  computedValue: number;
}

interface PastTrafficSeed {
  days: number;
  passagesPerDay: number;
  /** The ids of the gates. */
  entries: readonly number[];
  exits: readonly number[];
}

interface PersonSeed {
  username: string;
  password: string;
  passwordChanged: boolean;
}

/** Creates records for which the API has no call: alerts, devices with a health, variables and people. */
interface Seed {
  /** Restores the state of a new site. */
  clear(): Promise<void>;
  alert(alert: AlertSeed): Promise<void>;
  device(device: DeviceSeed): Promise<void>;
  variable(variable: VariableSeed): Promise<void>;
  person(person: PersonSeed): Promise<void>;
  /** Requires a second factor of everyone with the role. */
  factorPolicy(role: string): Promise<void>;
  /** Moves all entries of the audit trail into the past. */
  ageAudit(days: number): Promise<void>;
  /** Generates events at these gates until now, with registered vehicles in the groups Residents, Staff and so on. */
  pastTraffic(traffic: PastTrafficSeed): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server's seeding command on its data folder. */
function startSeed(dataDir: string): Seed {
  const child = spawn(process.execPath, [command, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  const replies = createInterface({ input: child.stdout });

  async function run(order: object): Promise<void> {
    const replied = once(replies, "line");
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const [error] = await replied;
    if (error !== "") throw new Error(`${JSON.stringify(order)} failed: ${error}`);
  }

  return {
    clear: () => run({ do: "clear" }),
    alert: ({ title, description = `${title} happened`, additionalInfo = {}, at = new Date(), ...alert }) =>
      run({ do: "alert", subject: title, isResolved: false, title, description, additionalInfo, at, ...alert }),
    device: ({ cameras = [], ...device }) =>
      run({ do: "device", vendor: "uncanny", label: `${device.ip}:${device.apiPort}`, cameras, ...device }),
    variable: (variable) => run({ do: "variable", ...variable }),
    person: (person) => run({ do: "person", ...person }),
    factorPolicy: (role) => run({ do: "factorPolicy", role }),
    ageAudit: (days) => run({ do: "ageAudit", days }),
    pastTraffic: (traffic) => run({ do: "pastTraffic", ...traffic }),
    stop: async () => {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}
