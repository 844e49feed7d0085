import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AlertScope, AlertType } from "@gatehouse/contract/entities/alert/alert-type";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import type { ModuleKind } from "@gatehouse/contract/modules/module";

const command = join(import.meta.dirname, "../../server/test/seed.ts");

interface AlertSeed {
  type: AlertType;
  scope: AlertScope;
  title: string;
  description?: string;
  additionalInfo?: Record<string, unknown>;
  /** When it was raised; now, unless it matters. */
  at?: Date;
  isResolved?: boolean;
}

interface DeviceSeed {
  module: ModuleKind;
  ip: string;
  apiPort: number;
  isHealthy: boolean;
  /** The names of its saved cameras; none, unless they matter. */
  cameras?: readonly string[];
}

interface VariableSeed {
  name: string;
  scope: VariableScope;
  computedValue: number;
}

interface PersonSeed {
  username: string;
  password: string;
  passwordChanged: boolean;
}

/** Brings about what no call of the API can: alerts, devices, variables and people. */
export interface Seed {
  /** Back to the first day. */
  clear(): Promise<void>;
  alert(alert: AlertSeed): Promise<void>;
  device(device: DeviceSeed): Promise<void>;
  variable(variable: VariableSeed): Promise<void>;
  person(person: PersonSeed): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server's own seeding command on its data folder. */
export function startSeed(dataDir: string): Seed {
  const child = spawn(process.execPath, [command, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout });

  async function obey(order: object): Promise<void> {
    const answered = once(answers, "line");
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const [fault] = await answered;
    if (fault !== "") throw new Error(`${JSON.stringify(order)} was refused: ${fault}`);
  }

  return {
    clear: () => obey({ do: "clear" }),
    alert: ({ title, description = `${title} happened`, additionalInfo = {}, at = new Date(), ...alert }) =>
      obey({ do: "alert", subject: title, isResolved: false, title, description, additionalInfo, at, ...alert }),
    device: ({ cameras = [], ...device }) =>
      obey({ do: "device", vendor: "uncanny", label: `${device.ip}:${device.apiPort}`, cameras, ...device }),
    variable: (variable) => obey({ do: "variable", ...variable }),
    person: (person) => obey({ do: "person", ...person }),
    stop: async () => {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}
