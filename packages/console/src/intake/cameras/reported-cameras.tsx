import { assertFound } from "@gatehouse/contract/assert-found";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import { cameraPanelTexts } from "@gatehouse/contract/entities/camera.messages";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { Button, Loader, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useId } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { shouldRetry } from "../../api/query-client.ts";
import { useAction } from "../../api/use-action.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { useRetainedRecord } from "../../forms/use-retained-record.ts";
import { Card } from "../../ui/card.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { reportedCameras, unsavedCamera } from "./camera.resource.ts";
import { isNumberedById, numberedName } from "./camera-changes.ts";
import classes from "./camera-panel.module.css";
import { RefreshButton } from "./refresh-button.tsx";
import { SavedCamera } from "./saved-camera.tsx";

const ResourceDialog = lazyWithRetry(() => import("../../forms/resource-dialog.tsx"));

/** The server has already waited for the device, so a retry would only prolong the wait. */
const isSilent = (error: Error) => error instanceof ApiError && error.code === "device/unreachable";

/**
 * Compares the cameras that a device reports with the stored ones. Nothing changes without a command of
 * the user.
 */
export function ReportedCameras({ device, kind }: { device: AiDevice; kind: ModuleKind }) {
  const may = useMay();
  const module = modules[kind].code;
  // Such a camera only sends events, and can't be asked for a list.
  const isPushOnly = device.ip === null || (device.plateFormat !== null && device.plateFormat !== "gatehouse");
  const asked = useQuery({
    ...callQuery("cameras", "GET /ai-devices/{id}/cameras", { params: { id: device.id } }),
    retry: (failures, error) => !isSilent(error) && shouldRetry(failures, error),
    enabled: !isPushOnly,
  });
  const stored = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const record = useOpenRecord("cameras", `ai_devices.${device.id}`);
  const own = stored.data?.filter(({ aiDeviceId }) => aiDeviceId === device.id) ?? [];
  // Without an answer of the device, no camera is considered missing.
  const reported = isPushOnly || asked.isError ? own.map(toDeviceCamera) : asked.data;
  const known = reported && withSenders(reported, own);
  const withStatus = (status: DeviceCamera["status"]) => known?.filter((camera) => camera.status === status) ?? [];
  const [saved, unsaved, missing] = [withStatus("saved"), withStatus("new"), withStatus("zombie")];

  const kept = useRetainedRecord(stored.data && own, stored.data, record.id);
  const added = unsaved.find(({ reportedId }) => reportedId === record.newKind);
  const refresh = () => void Promise.all([asked.refetch(), stored.refetch()]);
  return (
    <Card
      title="Cameras"
      purpose={device.vendor === "uncanny" ? `${device.label} · ${device.ip}:${device.apiPort ?? 80}` : device.label}
      action={!isPushOnly && <RefreshButton isFetching={asked.isFetching && !asked.isPending} onRefresh={refresh} />}
      isInner
    >
      {asked.isError && (
        <LoadError
          text={errorText(asked.error, messagesOf("GET /ai-devices/{id}/cameras")?.failure)}
          onRetry={refresh}
        />
      )}
      {asked.isPending && !isPushOnly && (
        <p className={classes.asking} role="status">
          <Loader size={16} aria-hidden />
          Contacting the device…
        </p>
      )}
      {known?.length === 0 && (
        <p className={classes.none}>{isPushOnly ? cameraPanelTexts.nonePushed : cameraPanelTexts.none}</p>
      )}
      {known !== undefined && known.length > 0 && (
        <CameraList title="Saved Cameras" empty={cameraPanelTexts.noneSaved} cameras={saved}>
          {(camera) => (
            <SavedCamera
              key={camera.reportedId}
              module={module}
              camera={camera}
              canSync={device.ip !== null}
              slots={own.find(({ id }) => id === camera.id)?.slots ?? []}
              location={own.find(({ id }) => id === camera.id)?.location ?? null}
              onEdit={() => record.open(assertFound(camera.id, "a saved camera without an id"))}
            />
          )}
        </CameraList>
      )}
      {unsaved.length > 0 && (
        <CameraList
          title="Unsaved Cameras"
          purpose="Found on the device or in its events, not saved yet."
          cameras={unsaved}
        >
          {(camera) => (
            <li key={camera.reportedId} className={classes.camera}>
              <span className={classes.name}>{numberedName(module, camera)}</span>
              {may("POST /cameras/{module}") && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={`Add ${camera.name}`}
                  onClick={() => record.openNew(camera.reportedId)}
                >
                  Add
                </Button>
              )}
            </li>
          )}
        </CameraList>
      )}
      {missing.length > 0 && (
        <CameraList title="Missing Cameras" purpose="Saved, but no longer on the device." cameras={missing}>
          {(camera) => <MissingCamera key={camera.reportedId} module={module} camera={camera} unsaved={unsaved} />}
        </CameraList>
      )}
      {(kept.record !== undefined || added !== undefined) && (
        <Suspense>
          <ResourceDialog
            key={kept.record?.id ?? added?.reportedId}
            resource={added ? unsavedCamera(device, kind, added) : reportedCameras(device, kind)}
            opened={kept.record ?? "new"}
            isDeleted={kept.isDeleted}
            onClose={record.close}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** Adds the cameras that sent events although the device does not report them. */
function withSenders(reported: readonly DeviceCamera[], own: readonly Camera[]): DeviceCamera[] {
  const listed = new Set(reported.map(({ reportedId }) => reportedId));
  const senders = own.filter(({ status }) => status === "new").map(toDeviceCamera);
  return [...reported, ...senders.filter(({ reportedId }) => !listed.has(reportedId))];
}

/** A stored camera in the shape of a reported one. */
const toDeviceCamera = (camera: Camera): DeviceCamera => ({
  ...camera,
  status: camera.status === "new" ? "new" : "saved",
  reportedId: camera.epldCameraId ?? camera.anprCameraId ?? String(camera.id),
  newName: null,
  slotsAdded: [],
  slotsGone: [],
});

interface CameraListProps {
  title: string;
  purpose?: string;
  empty?: string;
  cameras: readonly DeviceCamera[];
  children: (camera: DeviceCamera) => ReactNode;
}

function CameraList({ title, purpose, empty, cameras, children }: CameraListProps) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      {cameras.length === 0 ? <p className={classes.none}>{empty}</p> : <ul>{cameras.map(children)}</ul>}
    </section>
  );
}

interface MissingCameraProps {
  module: string;
  camera: DeviceCamera;
  /** Candidates for a relink. */
  unsaved: readonly DeviceCamera[];
}

/** A camera that is no longer on its device: delete it, or relink it to a reported one. */
function MissingCamera({ module, camera, unsaved }: MissingCameraProps) {
  const canChange = useMay()("POST /cameras/{module}/{id}/relink");
  const id = assertFound(camera.id, "a missing camera without an id");
  const removal = useDeleteRecord({ key: "DELETE /cameras/{module}/{id}", noun: "camera", topics: ["cameras"] });
  const relink = useAction("POST /cameras/{module}/{id}/relink", { topics: ["cameras"] });
  // Cameras with the same name first.
  const candidates = unsaved.toSorted((a, b) => Number(b.name === camera.name) - Number(a.name === camera.name));
  return (
    <li className={classes.camera}>
      <span className={classes.name}>{numberedName(module, camera)}</span>
      {isNumberedById(module) && <span className={classes.id}>{camera.reportedId}</span>}
      {canChange && unsaved.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<IconChevronDown size={14} aria-hidden />}
              loading={relink.isPending}
              aria-label={`Relink ${camera.name}`}
            >
              Relink
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Relink to</Menu.Label>
            {candidates.map((candidate) => (
              <Menu.Item
                key={candidate.reportedId}
                onClick={() => relink.mutate({ params: { module, id }, body: { reportedId: candidate.reportedId } })}
              >
                {numberedName(module, candidate)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {canChange && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.danger}
          aria-label={`Delete ${camera.name}`}
          loading={removal.isPending}
          onClick={() => void removal.confirmAndDelete(camera.name, { params: { module, id } })}
        >
          Delete
        </Button>
      )}
      {removal.notice}
    </li>
  );
}
