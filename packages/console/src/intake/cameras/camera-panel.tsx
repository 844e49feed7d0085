import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { vendors } from "@gatehouse/contract/vendors";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { manualCameras } from "./camera.resource.ts";
import { RefreshButton } from "./refresh-button.tsx";
import { ReportedCameras } from "./reported-cameras.tsx";

interface CameraPanelProps {
  device: AiDevice;
  kind: ModuleKind;
}

/** The cameras of a device, reported by it or entered manually. */
export function CameraPanel(props: CameraPanelProps) {
  return vendors[props.device.vendor].reportsCameras ? <ReportedCameras {...props} /> : <ManualCameras {...props} />;
}

function ManualCameras({ device, kind }: CameraPanelProps) {
  const queries = useQueryClient();
  const isFetching = useIsFetching({ queryKey: ["cameras"] }) > 0;
  return (
    <ResourceCard
      title="Cameras"
      purpose={device.label}
      inside={`ai_devices.${device.id}`}
      isChips
      resource={manualCameras(device, kind)}
      add={(openNew) => (
        <>
          <RefreshButton
            isFetching={isFetching}
            onRefresh={() => void queries.invalidateQueries({ queryKey: ["cameras"] })}
          />
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openNew()}>
            Add Camera
          </Button>
        </>
      )}
    />
  );
}
