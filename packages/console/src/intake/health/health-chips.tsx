import type { Health } from "@gatehouse/contract/entities/health";
import { healthBannerMs, healthMessages, healthPollMs } from "@gatehouse/contract/entities/health.messages";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../api/api-error.ts";
import { callQuery, sharedQuery } from "../../api/call-query.ts";
import { showBanner } from "../../ui/banners.ts";
import { FaultChips } from "./fault-chips.tsx";

/** A chip for each unhealthy service; nothing if all are healthy. */
export function HealthChips() {
  const { data, error, errorUpdatedAt } = useQuery({
    ...callQuery("health", "GET /health"),
    refetchInterval: healthPollMs,
  });

  useEffect(() => {
    // A 401 already leads to the sign-in page.
    if (errorUpdatedAt === 0 || error === null || (error instanceof ApiError && error.status === 401)) return;
    const title = healthMessages["GET /health"].failure;
    showBanner({ tone: "error", title, detail: error.message, lifeMs: healthBannerMs });
  }, [error, errorUpdatedAt]);

  const { data: hardware = [] } = useQuery(sharedQuery("hardware_status", "GET /hardware/status"));
  if (!(data && hasFaults(data)) && hardware.every(({ state }) => state !== "offline")) return null;
  return <FaultChips health={data} hardware={hardware} />;
}

const hasFaults = ({ mcp, shield, anpr, isDiskFull }: Health): boolean =>
  !mcp ||
  isDiskFull === true ||
  [shield, ...Object.values(anpr)].flat().some(({ isHealthy, clock }) => !isHealthy || clock?.level === "alert");
