import type { Camera } from "@gatehouse/contract/entities/camera";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../api/call-query.ts";
import { ownAccountQuery } from "../api/own-account.ts";
import { hasLivePicture } from "./live-camera.tsx";

interface Watchable {
  /** Whether it is not known yet. */
  isPending: boolean;
  canWatch: (camera: Pick<Camera, "id" | "stream">) => boolean;
}

/** Which cameras the signed-in person can watch: people who are limited to gates only those of their gates. */
export function useWatchable(): Watchable {
  const isLimited = (useQuery(ownAccountQuery).data?.gateIds ?? null) !== null;
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: isLimited });
  const isOwn = (id: number) => gates.data?.some(({ cameraId }) => cameraId === id) ?? false;
  return {
    isPending: isLimited && gates.isPending,
    canWatch: (camera) => hasLivePicture(camera) && (!isLimited || isOwn(camera.id)),
  };
}
