import { spawn } from "node:child_process";
import { repository } from "./repository.mjs";

const running = new Set();

// Forward signals: Ctrl-C in a terminal reaches the children anyway, a signal from a service manager doesn't.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    process.exitCode = 1;
    if (running.size === 0) process.exit();
    for (const child of running) child.kill(signal);
  });
}

function start(program, args, stdio, env) {
  const child = spawn(program, args, { cwd: repository, env: { ...process.env, ...env }, stdio });
  running.add(child);
  const end = new Promise((done) => child.once("close", done).once("error", done)).then((end) => {
    running.delete(child);
    return end;
  });
  return { child, end };
}

/** Runs a program in the repository and returns its output; a program that can't be started counts as failed. */
export async function runQuietly(program, args, env) {
  const { child, end } = start(program, args, ["ignore", "pipe", "pipe"], env);
  let output = "";
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await end;
  return { ok: code === 0, output: code instanceof Error ? `${output}${code.message}\n` : output };
}

/** Runs a program in the repository and prints its output. */
export async function runVisibly(program, args, env) {
  const { end } = start(program, args, ["ignore", "inherit", "inherit"], env);
  return (await end) === 0;
}

/** Stops the children when npm is killed, which ends only the shell between npm and this process. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    for (const child of running) child.kill("SIGTERM");
  }, 500);
  watch.unref();
}

/** Runs servers in parallel; when one exits, stops the others and exits with its code. */
export async function serve(commands, env) {
  stopWithNpm();
  const ends = commands.map(([program, ...args]) => start(program, args, "inherit", env).end);
  const first = await Promise.race(ends);
  if (first instanceof Error) console.error(first.message);
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ends);
  process.exitCode = typeof first === "number" ? first : 1;
}
