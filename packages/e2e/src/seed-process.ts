import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AlertScope, AlertType } from "@gatehouse/contract/entities/alert-type";
import type { VariableScope } from "@gatehouse/contract/entities/variable";
import type { ModuleKind } from "@gatehouse/contract/modules/module";

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
export interface Seed {
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
export function startSeed(dataDir: string): Seed {
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
