// Adds the optional packages of other platforms to package-lock.json. npm omits them if the registry lacks them, and `npm ci`
// then rejects the lockfile. Run it after `npm install` changed the lockfile.
import { readFileSync, writeFileSync } from "node:fs";

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
const { "": root, ...packages } = lock.packages;

const systems = /(android|darwin|freebsd|linux|win32|windows|openharmony|sunos|aix|netbsd|openbsd)/;
const processors = /-(arm64|x64|ia32|arm|ppc64|riscv64|s390x|wasm32|loong64|mips64el)/;

/** Derives the platform of a package from its name. */
function platformOf(name) {
  const os = systems.exec(name)?.[1]?.replace("windows", "win32");
  const cpu = processors.exec(name)?.[1];
  const libc = name.includes("musl") ? "musl" : name.includes("-gnu") && os === "linux" ? "glibc" : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** Whether Node resolves a dependency from the folder of a package. */
function isResolved(path, name) {
  const parts = path === "" ? [] : path.split("/node_modules/");
  return parts
    .map((_, index) => parts.slice(0, parts.length - index).join("/node_modules/"))
    .concat("")
    .some((base) => `${base === "" ? "" : `${base}/`}node_modules/${name}` in packages);
}

const added = [];
for (const [path, { optionalDependencies = {}, dev, license }] of Object.entries({ "": root, ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isResolved(path, name)) continue;
    packages[`node_modules/${name}`] = { version, ...(dev && { dev }), license, optional: true, ...platformOf(name) };
    added.push(`${name}@${version}`);
  }
}
const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = { "": root, ...Object.fromEntries(sorted) };
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "The lockfile is complete." : `Added ${added.length}: ${added.join(", ")}`);
