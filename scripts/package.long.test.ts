import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, because it runs before the tools are installed
import { ensureConsoleBuilt } from "./console-build.mjs";
// @ts-expect-error plain JavaScript, because it runs before the tools are installed
import { buildPackage } from "./package/build-package.mjs";
import { repositoryRoot as repository } from "./source/files.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "gatehouse-deb-"));
// The unprivileged user that runs PostgreSQL, if this test runs as root, must reach it.
chmodSync(folder, 0o755);
const root = join(folder, "root");
const admin = join(folder, "dpkg");
const program = join(root, "usr/lib/gatehouse");
const environmentFile = join(root, "etc/gatehouse/gatehouse.env");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs dpkg on an empty system below a folder; the package's scripts get its path as DPKG_ROOT. */
async function dpkg(...args: string[]): Promise<void> {
  const options = ["script-chrootless", "not-root", "depends", "bad-path", "unsafe-io", "confold"];
  const command = [
    "dpkg",
    `--root=${root}`,
    `--admindir=${admin}`,
    ...options.map((name) => `--force-${name}`),
    ...args,
  ];
  const [first = "", ...rest] = process.getuid?.() === 0 ? command : ["unshare", "--map-root-user", ...command];
  // Not synchronous: Vitest expects a worker to respond.
  await run(first, rest);
}

function prepareSystem(): void {
  for (const path of [join(root, "etc"), join(admin, "info"), join(admin, "updates"), join(admin, "triggers")]) {
    mkdirSync(path, { recursive: true });
  }
  for (const path of [
    join(admin, "status"),
    join(admin, "available"),
    join(root, "etc/passwd"),
    join(root, "etc/group"),
  ]) {
    appendFileSync(path, "");
  }
}

/** Starts the installed server like the unit does, with another data folder and port; resolves to its address. */
async function startInstalled(): Promise<{ child: ChildProcess; address: string }> {
  const unit = readFileSync(join(root, "usr/lib/systemd/system/gatehouse.service"), "utf8");
  const [, node = "", main = ""] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    LOG_LEVEL: "warn",
    DEVELOPMENT: "1",
  };
  const child = spawn(join(root, node), [main], { cwd: program, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const address = await new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const found = /ready at (\S+)\n/.exec(output)?.[1];
        if (found) done(found.replace("localhost", "127.0.0.1"));
      });
    }
    child.once("close", () => fail(new Error(`the installed server ended: ${output}`)));
  });
  return { child, address };
}

const listFiles = () => readdirSync(root, { recursive: true }).sort();

describe("the Debian package", () => {
  it("OPSYS-4 is installed, started, upgraded and removed", { timeout: 180_000 }, async () => {
    expect(await ensureConsoleBuilt()).toBe(true);
    prepareSystem();
    const file = buildPackage(folder);
    await dpkg("--install", file);
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(/^gatehouse:/m);
    expect(statSync(join(root, "var/lib/gatehouse")).mode & 0o777).toBe(0o700);
    expect(statSync(environmentFile).mode & 0o777).toBe(0o640);
    const copyright = readFileSync(join(root, "usr/share/doc/gatehouse/copyright"), "utf8");
    expect(copyright).toMatch(/^Format: \S+copyright-format\/1\.0\/\n/);
    expect(copyright).toMatch(
      /^Files: usr\/lib\/gatehouse\/node_modules\/fastify\/\*\nCopyright: .*\nLicense: MIT\n MIT License$/m,
    );
    expect(copyright).toContain("Comment: contains react\n");
    expect(copyright).toContain("Files: usr/lib/gatehouse/bin/node\n");
    expect(copyright).toContain("License: PostgreSQL\n PostgreSQL Database Management System\n");
    const { stdout: maintainer } = spawnSync("dpkg-deb", ["--field", file, "Maintainer"], { encoding: "utf8" });
    expect(maintainer).toMatch(/^.+ <\S+@\S+>\n$/);
    expect(maintainer).not.toContain("example.org");

    const command = spawnSync(join(root, "usr/bin/gatehouse"), ["verify-evidence", "none.zip"], { encoding: "utf8" });
    expect([command.status, `${command.stdout}${command.stderr}`]).toEqual([1, expect.stringContaining("none.zip")]);

    const before = listFiles();
    const { child, address } = await startInstalled();
    try {
      const page = await fetch(`${address}/`);
      expect([(await fetch(`${address}/readyz`)).status, page.status]).toEqual([200, 200]);
      expect(await page.text()).toContain("<title>");
    } finally {
      child.kill("SIGTERM");
      await once(child, "close");
    }
    // Installed on a read-only file system, it works the same.
    expect(listFiles()).toEqual(before);

    appendFileSync(environmentFile, "PORT=9000\n");
    await dpkg("--install", file);
    expect(readFileSync(environmentFile, "utf8")).toMatch(/^PORT=9000$/m);
    await dpkg("--purge", "gatehouse");
    expect([existsSync(program), existsSync(environmentFile), existsSync(join(root, "var/lib/gatehouse"))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("OPSYS-4 has a unit that systemd-analyze rates at most 2.0", () => {
    const unit = join(repository, "packaging/gatehouse.service");
    const args = ["security", "--offline=true", "--no-pager", "--threshold=20", unit];
    const report = execFileSync("systemd-analyze", args, { encoding: "utf8" });
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(2);
  });
});

describe("the container", () => {
  const dockerfile = readFileSync(join(repository, "Dockerfile"), "utf8");
  const compose = readFileSync(join(repository, "compose.yaml"), "utf8");
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

  it("OPSYS-4 runs as a user without privileges and has a health check", () => {
    expect(lastStage).toMatch(/^USER 10001:10001$/m);
    expect(lastStage).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \[/m);
    expect(lastStage.indexOf("USER ")).toBeLessThan(lastStage.indexOf("ENTRYPOINT "));
  });

  it.each([
    ["a read-only root file system", /^ {4}read_only: true$/m],
    ["no capabilities", /^ {4}cap_drop: \[ALL\]$/m],
    ["no new privileges", /^ {4}security_opt: \["no-new-privileges:true"\]$/m],
    ["a volume for the data folder", /^ {4}volumes: \["data:\/var\/lib\/gatehouse"\]$/m],
    ["a port of this machine only", /^ {4}ports: \["127\.0\.0\.1:8080:8080"\]$/m],
  ])("OPSYS-4 has %s", (_, line) => {
    expect(compose).toMatch(line);
  });

  it("OPSYS-4 starts what the unit of the package starts", () => {
    const [, , main] =
      /^ExecStart=(\S+) (\S+)$/m.exec(readFileSync(join(repository, "packaging/gatehouse.service"), "utf8")) ?? [];
    expect(lastStage).toContain(`ENTRYPOINT ["/usr/lib/gatehouse/bin/node", "${main}"]`);
  });
});
