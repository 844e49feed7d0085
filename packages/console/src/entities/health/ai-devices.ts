import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import { useQueries } from "@tanstack/react-query";
import { aiDevicePages } from "../../access/record-place.ts";
import { callQuery } from "../../api/call-query.ts";

/** An AI device with its address, name and page. */
export interface NamedDevice extends Pick<AiDevice, "id" | "label" | "healthSince"> {
  readonly ip: string;
  readonly apiPort: number;
  readonly to: string;
}

/** HEALTH-2: the AI devices of every module, to name those that are unhealthy. */
export function useAiDevices(isNeeded: boolean): NamedDevice[] {
  const pages = Object.entries(aiDevicePages);
  const lists = useQueries({
    queries: pages.map(([module]) => ({
      ...callQuery("health", "GET /ai-devices/{module}", { params: { module } }),
      enabled: isNeeded,
    })),
  });
  return pages.flatMap(([, to], index) =>
    (lists[index]?.data ?? []).map(({ id, label, healthSince, ip, apiPort }) => ({
      id,
      label,
      healthSince,
      ip: ip ?? "",
      apiPort: apiPort ?? defaultPort,
      to,
    })),
  );
}

const defaultPort = 80;
