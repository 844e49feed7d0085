import { runVisibly } from "./run.mjs";

/** Installs a Debian package; false if that isn't possible. */
export async function installDebianPackage(name, purpose) {
  if (process.platform !== "linux") return false;
  console.log(`Installing ${name} for ${purpose}…`);
  const script = `apt-get update -q && apt-get install -y -q ${name}`;
  const command = process.getuid() === 0 ? ["sh", "-c", script] : ["sudo", "-n", "sh", "-c", script];
  return runVisibly(command[0], command.slice(1), { DEBIAN_FRONTEND: "noninteractive" });
}
