import { expect, it } from "vitest";
import { listUnhealthy } from "../src/entities/health/unhealthy.ts";

const device = (ip: string, isHealthy: boolean) => ({ isHealthy, deviceInfo: { ip, apiPort: 80 } });

it("HEALTH-2 names only what is unhealthy, each once", () => {
  const shared = device("127.10.0.3", false);
  const anpr = { osd: [shared], cameraCounting: [device("127.10.0.4", true)], accessControl: [shared] };
  expect(listUnhealthy({ mcp: true, shield: [], anpr: { osd: [], cameraCounting: [], accessControl: [] } })).toEqual(
    [],
  );
  expect(listUnhealthy({ mcp: false, shield: [device("127.10.0.2", false)], anpr })).toEqual([
    "MCP",
    "Shield 127.10.0.2:80",
    "ANPR 127.10.0.3:80",
  ]);
});

it("HEALTH-2 names the disk while events are stored without images", () => {
  const anpr = { osd: [], cameraCounting: [], accessControl: [] };
  expect(listUnhealthy({ mcp: true, shield: [], anpr, isDiskFull: true })).toEqual(["Disk nearly full"]);
});

it("LIVE-10 names the offline hardware that gates depend on", () => {
  const anpr = { osd: [], cameraCounting: [], accessControl: [] };
  const offline = [{ kind: "reader" as const, name: "Main entry" }];
  expect(listUnhealthy({ mcp: true, shield: [], anpr, offline })).toEqual(["Reader Main entry"]);
});
