import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.mjs";

const programs = ["/usr/sbin/snmpd", "/usr/bin/snmpget"];

/** Installs snmpd and the SNMP tools, the independent partners of the sign tests; the tests report if they are missing. */
export async function ensureSnmp() {
  if (programs.every((path) => existsSync(path))) return;
  await installDebianPackage("snmpd snmp", "the SNMP tests");
}
