import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { dataFolder, launch, post, preparedFolder, runs, slowMachineMs } from "./launch.ts";
import { openEntries } from "./open-entries.ts";
import { postgresPid } from "./processes.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

describe("starting and stopping", () => {
  test("AUTH-8 SAFE-9 the first start creates a folder that only its owner may read; only it prints admin's one-time password", async () => {
    const DATA_DIR = join(dataFolder(), "data");
    const first = launch({ DATA_DIR });
    const address = await first.ready;
    expect(openEntries(DATA_DIR)).toEqual([]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const second = launch({ DATA_DIR });
    expect(await second.ended).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^DATA_DIR: the data folder \S+ is in use by another Gatehouse \(process \d+\);.*\n$/,
      ),
    });
    first.child.kill("SIGINT");
    const { code, stdout, stderr } = await first.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const password = /^Sign in as admin with the one-time password: (\S+)$/m.exec(stdout)?.[1];

    const again = launch({ DATA_DIR });
    const response = await post(await again.ready, "/auth/login", { username: "admin", password });
    expect(await response.json()).toMatchObject({ passwordChanged: false });
    again.child.kill("SIGTERM");
    expect(await again.ended).toMatchObject({ code: 0, stdout: expect.not.stringContaining("password") });
  });

  test("AUTH-8 DEMO-3 the one-time password may come from the environment and is then not printed; Ctrl-C ends everything within five seconds, open streams included", async () => {
    const DATA_DIR = await preparedFolder();
    const server = launch({ DATA_DIR, ADMIN_PASSWORD: "tulip-harbour-42" });
    const address = await server.ready;
    // A real site has no accounts but admin's.
    for (const username of ["manager", "guard"]) {
      const response = await post(address, "/auth/login", { username, password: "tulip-harbour-42" });
      expect(response.status).toBe(401);
    }
    const login = await post(address, "/auth/login", { username: "admin", password: "tulip-harbour-42" });
    const { token, passwordChanged } = (await login.json()) as { token: string; passwordChanged: boolean };
    expect(passwordChanged).toBe(false);
    const reset = await post(address, "/auth/reset-password", { password: "quiet-lantern-7" }, token);
    const fresh = (await reset.json()) as { token: string };
    const stream = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${fresh.token}` } });
    expect(stream.status).toBe(200);

    const postgres = postgresPid(DATA_DIR);
    const began = performance.now();
    process.kill(-(server.child.pid ?? 0), "SIGINT"); // the whole group, as a terminal does
    process.kill(-(server.child.pid ?? 0), "SIGINT"); // and once more, as npm does
    expect(await server.ended).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Gatehouse is ready at \S+\nSign in as admin .* from ADMIN_PASSWORD\n$/),
      stderr: "",
    });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await stream.text()).toContain("event: alive");
    expect(runs(postgres)).toBe(false);
  });
});

describe("a port in use", () => {
  test("fails the start with a message and stops PostgreSQL", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const { code, stdout, stderr } = await launch({ DATA_DIR: await preparedFolder(), PORT: String(port) }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `PORT: port ${port} is in use by another program; stop it or set PORT to another port.\n`,
    });
    // The password was created, so it must be shown now.
    expect(stdout).toMatch(/^Sign in as admin with the one-time password: \S+\n$/);
  });
});
