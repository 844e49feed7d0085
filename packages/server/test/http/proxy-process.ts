import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { onTestFinished } from "vitest";
import { debianProgram } from "../debian-program.ts";
import { freePort } from "../free-port.ts";
import { poll } from "../intake/ingest/ingest-site.ts";
import { certificateFolder, createCertificate } from "../start/certificate.ts";

const documented = join(import.meta.dirname, "../../../../docs/proxies");

/** The parts of a documented configuration that differ on each machine. */
interface Places {
  readonly folder: string;
  readonly port: number;
  readonly serverPort: number;
}

const proxies = { nginx: startNginx, caddy: startCaddy };

export type ProxyName = keyof typeof proxies;

/** Starts a proxy with its documented configuration; returns its port. */
export async function startProxy(name: ProxyName, serverPort: number): Promise<number> {
  const folder = certificateFolder();
  const { cert, key } = createCertificate("localhost");
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const port = await freePort();
  const child = proxies[name]({ folder, port, serverPort });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  await poll(async () => {
    if (child.exitCode !== null) throw new Error(output);
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    await once(socket, "secureConnect").finally(() => socket.destroy());
  });
  return port;
}

/** Replaces each place in the documented file; fails if the file doesn't have it. */
function readDocumented(file: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`docs/proxies/${file} doesn't contain "${from}"`);
      return text.replace(from, to);
    },
    readFileSync(join(documented, file), "utf8"),
  );
}

function startNginx({ folder, port, serverPort }: Places) {
  const site = readDocumented("nginx.conf", {
    "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
    "/etc/ssl/gatehouse.pem": join(folder, "cert.pem"),
    "/etc/ssl/gatehouse.key": join(folder, "key.pem"),
    "127.0.0.1:8080": `127.0.0.1:${serverPort}`,
  });
  writeFileSync(join(folder, "site.conf"), site);
  mkdirSync(join(folder, "temp"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const main = [
    process.getuid?.() === 0 ? "user root;" : "",
    "daemon off; worker_processes 1; error_log stderr;",
    `pid ${join(folder, "nginx.pid")};`,
    "events {}",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${join(folder, "temp", name)};`),
    `include ${join(folder, "site.conf")};`,
    "}",
  ];
  writeFileSync(join(folder, "nginx.conf"), main.join("\n"));
  const args = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  return spawn(debianProgram("usr/sbin/nginx"), args, { stdio: ["ignore", "ignore", "pipe"] });
}

function startCaddy({ folder, port, serverPort }: Places) {
  const tls = `tls ${join(folder, "cert.pem")} ${join(folder, "key.pem")}`;
  const site = readDocumented("Caddyfile", {
    "gatehouse.example {": `https://127.0.0.1:${port}, https://localhost:${port} {\n\tbind 127.0.0.1\n\t${tls}`,
    "127.0.0.1:8080": `127.0.0.1:${serverPort}`,
  });
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";
  writeFileSync(join(folder, "Caddyfile"), `${options}${site}`);
  const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn(debianProgram("usr/bin/caddy"), args, { env, stdio: ["ignore", "ignore", "pipe"] });
}
