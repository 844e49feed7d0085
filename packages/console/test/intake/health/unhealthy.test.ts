import { expect, it } from "vitest";
import { type HealthError, listOffline, listUnhealthy } from "../../../src/intake/health/unhealthy.ts";

const texts = (errors: readonly HealthError[]) => errors.map(({ text }) => text);

const device = (ip: string, isHealthy: boolean) => ({ isHealthy, deviceInfo: { ip, apiPort: 80 } });

it("HEALTH-2 names only what is unhealthy, each once", () => {
  const shared = device("127.10.0.3", false);
  const anpr = { osd: [shared], cameraCounting: [device("127.10.0.4", true)], accessControl: [shared] };
  expect(listUnhealthy({ mcp: true, shield: [], anpr: { osd: [], cameraCounting: [], accessControl: [] } })).toEqual(
    [],
  );
  expect(texts(listUnhealthy({ mcp: false, shield: [device("127.10.0.2", false)], anpr }))).toEqual([
    "MCP",
    "Shield 127.10.0.2:80",
    "ANPR 127.10.0.3:80",
  ]);
});

it("HEALTH-2 names the disk while events are stored without images", () => {
  const anpr = { osd: [], cameraCounting: [], accessControl: [] };
  expect(texts(listUnhealthy({ mcp: true, shield: [], anpr, isDiskFull: true }))).toEqual(["Disk nearly full"]);
});

it("LIVE-10 names offline hardware; an offline board stands for its loops", () => {
  const status = (kind: "board" | "sign" | "loop", name: string, state: "online" | "offline") => ({
    kind,
    id: name,
    name,
    state,
    reason: null,
    since: "2026-01-01T00:00:00.000Z",
  });
  const loop = status("loop", "Loop 1", "offline");
  expect(texts(listOffline([status("board", "Board", "online"), status("sign", "Sign", "offline"), loop]))).toEqual([
    "Sign",
    "Loop 1",
  ]);
  expect(texts(listOffline([status("board", "Board", "offline"), loop]))).toEqual(["Board"]);
});
