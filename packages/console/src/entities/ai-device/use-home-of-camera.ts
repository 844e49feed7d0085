import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { callQuery } from "../../api/call-query.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";

/** A link to a camera names only the camera: unfolds the device that it belongs to. */
export function useHomeOfCamera(module: string): void {
  const { id } = useOpenRecord("cameras");
  const navigate = useNavigate();
  const cameras = useQuery({
    ...callQuery("cameras", "GET /cameras/{module}", { params: { module } }),
    enabled: id !== undefined,
  });
  const home = cameras.data?.find((camera) => camera.id === id)?.aiDeviceId;
  useEffect(() => {
    if (id === undefined || home === undefined) return;
    void navigate({ to: ".", search: { open: `ai_devices.${home}.cameras.${id}` }, replace: true, resetScroll: false });
  }, [id, home, navigate]);
}
