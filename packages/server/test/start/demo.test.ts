import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoProgress, demoProgressPath, type RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { describe, expect, test, vi } from "vitest";
import { readRunMode } from "../../src/run-mode.ts";
import { dataFolder, launch, post, preparedFolder, slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

describe("a demo", () => {
  test("DEMO-1 DEMO-3 AUTH-14 has a manager, a guard, and a fixed password that it prints; its manager may change rules and people; manager and guard have PINs that are shown; it says what the simulated site loads", async () => {
    const DATA_DIR = await preparedFolder();
    const demo = launch({ DATA_DIR, DEMO: "1" });
    const address = await demo.ready;
    for (const username of ["admin", "manager", "guard"]) {
      const response = await post(address, "/auth/login", { username, password: "demo-gatehouse" });
      expect(await response.json()).toMatchObject({ passwordChanged: true });
    }
    const config = (await (await fetch(`${address}/config.json`)).json()) as RuntimeConfig;
    const pins = config.demo?.accounts.map(({ title, pin }) => [title, pin !== undefined]);
    expect(pins).toEqual([
      ["Administrator", false],
      ["Manager", true],
      ["Guard", true],
    ]);
    const login = await post(address, "/auth/login", { username: "manager", password: "demo-gatehouse" });
    const { token } = (await login.json()) as { token: string };
    const authorization = `Bearer ${token}`;
    const get = async (path: string) =>
      (await fetch(`${address}/api${path}`, { headers: { authorization } })).json() as Promise<unknown>;
    expect(await get("/auth/me")).toMatchObject({ permissions: expect.arrayContaining(["policy", "people"]) });
    const people = (await get("/auth/switchable-people")) as { id: number; username: string }[];
    const guard = people.find(({ username }) => username === "guard");
    const pin = config.demo?.accounts.find(({ username }) => username === "guard")?.pin;
    const switched = await fetch(`${address}/api/auth/switch`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ userId: guard?.id, pin }),
    });
    expect(switched.status).toBe(200);

    const read = async () => (await fetch(`${address}${demoProgressPath}`)).json();
    expect(await read()).toMatchObject({ state: "done" });
    const progress: DemoProgress = { state: "loading", text: "30 days of past events", share: 0.4 };
    writeFileSync(join(DATA_DIR, demoProgressPath), JSON.stringify(progress));
    expect(await read()).toEqual(progress);

    demo.child.kill("SIGINT");
    expect((await demo.ended).stdout).toMatch(
      /^Gatehouse is ready at \S+\nDemo: sign in as admin with demo-gatehouse\n$/,
    );
  });

  test("refuses to listen to the network", async () => {
    const { code, stderr } = await launch({ DATA_DIR: dataFolder(), DEMO: "1", HOST: "0.0.0.0" }).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: "HOST: a demo listens on this machine only; unset HOST.\n" });
  });
});

describe("the networks of a new site", () => {
  test.each([
    [{}, undefined],
    [{ DEMO: "0" }, undefined],
    [{ DEMO: "1" }, "127.0.0.0/8, ::1/128"],
    [{ DEVELOPMENT: "1" }, "127.0.0.0/8, ::1/128"],
  ])("with %j are initially %s", (env, networks) => {
    expect(readRunMode(env).initialConfigs.deviceNetworks).toBe(networks);
    expect(readRunMode(env).initialConfigs.integrationNetworks).toBe(networks);
  });
});
