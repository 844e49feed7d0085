import { describe, expect, test, vi } from "vitest";
import { launch, post, preparedFolder, runs, slowMachineMs } from "./launch.ts";
import { postgresPid } from "./processes.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

describe("starting again after kill -9", () => {
  test("of the server and PostgreSQL", async () => {
    const DATA_DIR = await preparedFolder();
    const server = launch({ DATA_DIR, ADMIN_PASSWORD: "tulip-harbour-42" });
    await server.ready;
    const postgres = postgresPid(DATA_DIR);
    server.child.kill("SIGKILL");
    process.kill(postgres, "SIGKILL");
    await server.ended;

    const again = launch({ DATA_DIR });
    const answer = await post(await again.ready, "/auth/login", { username: "admin", password: "tulip-harbour-42" });
    expect(answer.status).toBe(200);
    expect(runs(postgres)).toBe(false);
  });
});
