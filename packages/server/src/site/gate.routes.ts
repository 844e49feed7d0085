import { accessFaults } from "@gatehouse/contract/entities/access/access.messages";
import { gateEndpoints } from "@gatehouse/contract/entities/gate/gate.endpoints";
import { gate } from "@gatehouse/contract/entities/gate/gate.schema";
import { replaceParts } from "../resources/ordered-parts.ts";
import { resource } from "../resources/resource.ts";

/** Gates and their wiring. */
export const gateRoutes = resource(gateEndpoints, {
  table: "gates",
  view: "gate_records",
  record: gate,
  encode: ({ displayIds: _, ...columns }) => columns,
  writeParts: (tx, gateId, { displayIds }) => {
    const parts = (displayIds as number[]).map((displayId) => ({ displayId }));
    return replaceParts(tx, "gate_displays", { gateId }, parts);
  },
  constraints: {
    gates_name: { path: "name", message: "Another gate has this name" },
    gates_sensor: { path: "sensorId", message: "This reader does not exist" },
    gates_camera: { path: "cameraId", message: "This camera does not exist" },
    gates_boom_barrier: { path: "boomBarrierId", message: "This boom barrier does not exist" },
    gates_buzzer: { path: "buzzerId", message: "This buzzer does not exist" },
    gates_loop: { path: "loopId", message: "This loop detector does not exist" },
    gates_from_area: { path: "fromAreaId", message: accessFaults.unknownArea },
    gates_to_area: { path: "toAreaId", message: accessFaults.unknownArea },
    gate_displays_display: { path: "displayIds", message: "One of these displays does not exist" },
  },
});
