import type { ApiKey } from "@gatehouse/contract/api";
import type { Camera } from "@gatehouse/contract/entities/camera";
import { laneCameraTexts } from "@gatehouse/contract/entities/camera.messages";
import { Button, NativeSelect } from "@mantine/core";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { lanes } from "../../gate/lane.resource.ts";
import { showBanner } from "../../ui/banners.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Page } from "../../ui/page.tsx";

/** Lanes, their speed limits and cameras. */
export default function LanesCamerasPage() {
  return (
    <Page>
      <ResourceCard title="Lanes" resource={lanes} />
      <LaneCamerasTable />
    </Page>
  );
}

const module = "osd";
/** Value of the option without a lane. */
const noLane = -1;

const camerasQuery = callQuery("cameras", "GET /cameras/{module}", { params: { module } });

interface LaneChoice {
  id: number;
  name: string;
}

/** Assigns cameras to lanes; a lane chosen for one camera is not offered to the others. */
function LaneCamerasTable() {
  const cameras = useQuery(camerasQuery);
  const lanes = useQuery(callQuery("lanes", "GET /lanes"));
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  // Wait for the lanes: without them the table would show "None" for every camera.
  const saved = lanes.data && cameras.data?.filter(({ status }) => status === "saved");
  const laneOf = (camera: Camera) => chosen[camera.id] ?? camera.laneId ?? noLane;
  const free = (camera: Camera): LaneChoice[] => {
    const others = new Set(saved?.filter(({ id }) => id !== camera.id).map(laneOf));
    return (lanes.data ?? []).filter(({ id }) => !others.has(id));
  };
  return (
    <Card title="Cameras" purpose="Assign a lane to each saved camera. A lane has one camera.">
      <DataTable
        label="Cameras and their lanes"
        columns={[
          { title: "#", width: "64px" },
          { title: "Camera" },
          { title: "Lane" },
          { title: "Actions", width: "110px" },
        ]}
        rows={saved}
        error={errorOf(cameras, "GET /cameras/{module}") ?? errorOf(lanes, "GET /lanes")}
        empty={laneCameraTexts.empty}
      >
        {(camera) => (
          <CameraRow
            key={camera.id}
            camera={camera}
            lanes={free(camera)}
            laneId={laneOf(camera)}
            onChoose={(laneId) => setChosen((now) => ({ ...now, [camera.id]: laneId }))}
            onSaved={() => setChosen(({ [camera.id]: _, ...others }) => others)}
          />
        )}
      </DataTable>
    </Card>
  );
}

function errorOf(query: Pick<UseQueryResult, "isError" | "error" | "refetch">, key: ApiKey) {
  if (!query.isError) return undefined;
  return { text: errorText(query.error, messagesOf(key)?.failure), retry: () => void query.refetch() };
}

interface CameraRowProps {
  camera: Camera;
  lanes: readonly LaneChoice[];
  laneId: number;
  onChoose: (laneId: number) => void;
  /** Drops the choice, so that the row follows the stored lane. */
  onSaved: () => void;
}

function CameraRow({ camera, lanes, laneId, onChoose, onSaved }: CameraRowProps) {
  const canChange = useMay()("PATCH /cameras/{module}/{id}");
  const queries = useQueryClient();
  const attach = useAction("PATCH /cameras/{module}/{id}", {
    topics: ["cameras"],
    isQuiet: true,
    onSuccess: (stored) => {
      showBanner({ tone: "success", title: laneCameraTexts.attached });
      queries.setQueryData(camerasQuery.queryKey, (all) =>
        all?.map((other) => (other.id === stored.id ? stored : other)),
      );
      onSaved();
    },
    handles: (error) => {
      showBanner({ tone: "error", title: errorText(error, laneCameraTexts.failed) });
      return true;
    },
  });
  const save = () =>
    attach.mutate({
      params: { module, id: camera.id },
      body: { laneId: laneId === noLane ? null : laneId },
      ifMatch: camera.version,
    });
  return (
    <tr>
      <td data-label="#">{`#${camera.id}`}</td>
      <td data-label="Camera">
        {camera.name}
        {camera.location !== null && <small>{` · ${camera.location}`}</small>}
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Lane of ${camera.name}`}
          data={[
            { value: String(noLane), label: "None" },
            ...lanes.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(laneId)}
          disabled={!canChange}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        />
      </td>
      <td>
        {canChange && (
          <Button
            size="compact-sm"
            aria-label={`Save the lane of ${camera.name}`}
            disabled={laneId === (camera.laneId ?? noLane)}
            loading={attach.isPending}
            onClick={save}
          >
            Save
          </Button>
        )}
      </td>
    </tr>
  );
}
