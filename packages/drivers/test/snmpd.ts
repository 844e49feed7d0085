import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** An independent SNMP agent on this machine, with the objects of a sign. */
export interface Snmpd {
  readonly port: number;
  readonly community: string;
  /** Reads an object below `1.3.6.1.4.1.1206.4.2.3` with snmpget, as it prints the value. */
  read(object: string): Promise<string>;
  stop(): Promise<void>;
}

const community = "lakeview";
const missing = "The SNMP tests need Debian's snmpd and snmp: apt-get install snmpd snmp";
const snmpdPaths = ["/usr/sbin/snmpd", "/usr/local/sbin/snmpd"];
/** No MIB files: objects are given as numbers. */
const env = { ...process.env, MIBS: "" };
const run = promisify(execFile);

/** Starts snmpd and waits until it replies. `versions`: the versions of SNMP that it accepts. */
export async function startSnmpd(versions: readonly ("v1" | "v2c")[] = ["v1", "v2c"]): Promise<Snmpd> {
  const program = snmpdPaths.find((path) => existsSync(path));
  if (!program) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), "snmpd-"));
  const script = fileURLToPath(new URL("./signs/pass-persist-sign.ts", import.meta.url));
  const settings = [
    ...versions.map((version) => `group sites ${version} clients`),
    `com2sec clients 127.0.0.1 ${community}`,
    "view everything included .1",
    'access sites "" any noauth exact everything everything none',
    `pass_persist .1.3.6.1.4.1.1206.4.2.3 ${process.execPath} ${script}`,
  ];
  writeFileSync(join(folder, "snmpd.conf"), `${settings.join("\n")}\n`);
  const port = await freeUdpPort();
  const modules = "system_mib,pass_persist,vacm_conf";
  const server = spawn(
    program,
    ["-f", "-Lo", "-C", "-c", join(folder, "snmpd.conf"), "-I", modules, `udp:127.0.0.1:${port}`],
    { env: { ...env, SNMP_PERSISTENT_DIR: folder }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const get = async (oid: string) =>
    (await run("snmpget", [`-${versions[0]}`, "-c", community, "-Oqv", "-r", "20", `127.0.0.1:${port}`, oid], { env }))
      .stdout;
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Retries until the agent and its script have started.
    await get("1.3.6.1.4.1.1206.4.2.3.9.7.1.0");
  } catch (error) {
    await stop();
    throw new Error(`snmpd did not start. ${missing}. ${output}`, { cause: error });
  }
  return {
    port,
    community,
    read: async (object) => (await get(`1.3.6.1.4.1.1206.4.2.3.${object}`)).trim(),
    stop,
  };
}

/** Below the ephemeral range, so that the operating system doesn't give the port away before snmpd opens it. */
async function freeUdpPort(): Promise<number> {
  const port = randomInt(10_000, 18_000);
  const socket = createSocket("udp4").bind(port, "127.0.0.1");
  const isFree = await once(socket, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freeUdpPort();
  socket.close();
  await once(socket, "close");
  return port;
}
