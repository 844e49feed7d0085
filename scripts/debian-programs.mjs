// Programs of Debian packages that the tests run. They are unpacked into .cache/debian instead of installed, because the
// packages of servers start them, and prometheus alone would install twelve other packages for one of its programs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./repository.mjs";
import { runQuietly, runVisibly } from "./run.mjs";

const folder = join(repository, ".cache", "debian");

/** Paths inside of the packages. */
const programs = {
  prometheus: "usr/bin/promtool",
  nginx: "usr/sbin/nginx",
  caddy: "usr/bin/caddy",
  age: "usr/bin/age",
};

/** Unpacks promtool, nginx, caddy and age; the tests report what is missing. */
export async function ensureDebianPrograms() {
  if (process.platform !== "linux") return;
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(join(folder, path)));
  if (missing.length === 0) return;
  console.log(
    `Unpacking ${missing.map(([name]) => name).join(", ")} for the tests of monitoring, proxies and backups…`,
  );
  const downloads = mkdtempSync(join(tmpdir(), "gatehouse-debian-"));
  try {
    const names = missing.map(([name]) => name).join(" ");
    if (!(await download(names, downloads))) {
      await runVisibly(...asRoot("apt-get update -q"));
      await download(names, downloads);
    }
    mkdirSync(folder, { recursive: true });
    for (const [name, path] of missing) await unpack(downloads, name, path);
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
}

const download = async (names, into) =>
  (await runQuietly("sh", ["-c", `cd "$1" && apt-get download -q ${names}`, "sh", into])).ok;

async function unpack(downloads, name, path) {
  const file = readdirSync(downloads).find((each) => each.startsWith(`${name}_`));
  if (file === undefined) return;
  const script = 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" "./$3"';
  await runVisibly("sh", ["-c", script, "sh", join(downloads, file), folder, path]);
}

const asRoot = (script) => (process.getuid() === 0 ? ["sh", ["-c", script]] : ["sudo", ["-n", "sh", "-c", script]]);
