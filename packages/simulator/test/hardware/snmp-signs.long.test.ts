import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startSimulatedSite } from "../../src/run-site.ts";
import { createHardwareTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
const sign = site.sign("exit-sign");
afterAll(() => site.close());
afterEach(() => sign.reset());

const show = (rows: readonly string[]) =>
  signDrivers["ntcip-1203"].show(
    { host: "127.0.0.1", port: sign.port, ...sign.plan },
    rows,
    createHardwareTransports(),
  );

/** Runs one of net-snmp's tools, an independent client. */
async function runSnmpTool(tool: string, version: string, ...oids: readonly string[]): Promise<string> {
  const args = [`-${version}`, "-c", "lakeview", "-On", `127.0.0.1:${sign.port}`, ...oids];
  const { stdout } = await promisify(execFile)(tool, args, { env: { ...process.env, MIBS: "" } });
  return stdout;
}

describe("a simulated sign, read with the tools of net-snmp", () => {
  it.each(["v1", "v2c"])("LIVE-9 can be read with snmpget and snmpwalk, %s", async (version) => {
    await show(["HELLO"]);
    const multi = ".1.3.6.1.4.1.1206.4.2.3.5.8.1.3.4.1";
    expect(await runSnmpTool("snmpget", version, multi)).toBe(`${multi} = STRING: "[jp2][jl2]HELLO"\n`);
    const walked = await runSnmpTool("snmpwalk", version, "1.3.6.1.4.1.1206");
    expect(walked).toContain(`${multi} = STRING: "[jp2][jl2]HELLO"`);
    expect(walked).toMatch(/\.9\.7\.1\.0 = INTEGER: 0\n/);
    expect(await runSnmpTool("snmpwalk", version, "1.3.6.1.2.1.1")).toContain("Timeticks");
  });

  it("LIVE-9 forgets its text with its power", async () => {
    await show(["HELLO"]);
    await sign.setFault("unplugged");
    await sign.setFault("normal");
    expect(await runSnmpTool("snmpget", "v1", "1.3.6.1.4.1.1206.4.2.3.5.8.1.9.4.1")).toContain("INTEGER: 1");
  });
});
