import type { Api } from "@gatehouse/contract/api";
import { aiDeviceRoutes } from "./entities/ai-device/ai-device.routes.ts";
import { alertRoutes } from "./entities/alert/alert.routes.ts";
import { authRoutes } from "./entities/auth/auth.routes.ts";
import { boomBarrierRoutes } from "./entities/boom-barrier/boom-barrier.routes.ts";
import { buzzerRoutes } from "./entities/buzzer/buzzer.routes.ts";
import { cameraRoutes, handEnteredCameraRoutes } from "./entities/camera/camera.routes.ts";
import { commissionRoutes } from "./entities/commission/commission.routes.ts";
import { configRoutes } from "./entities/config/config.routes.ts";
import { displayRoutes } from "./entities/display/display.routes.ts";
import { gateRoutes } from "./entities/gate/gate.routes.ts";
import { identifierRoutes } from "./entities/identifier/identifier.routes.ts";
import { ingestRoutes } from "./entities/ingest/ingest.routes.ts";
import { integrationRoutes } from "./entities/integration/integration.routes.ts";
import { laneRoutes } from "./entities/lane/lane.routes.ts";
import { moduleActivationRoutes } from "./entities/module-activation/module-activation.routes.ts";
import { outboxRoutes } from "./entities/outbox/outbox.routes.ts";
import { reportTypeRoutes } from "./entities/report-type/report-type.routes.ts";
import { reservationRoutes } from "./entities/reservation/reservation.routes.ts";
import { rfidServerRoutes } from "./entities/rfid-server/rfid-server.routes.ts";
import { sensorRoutes } from "./entities/sensor/sensor.routes.ts";
import { slotControllerRoutes } from "./entities/slot-controller/slot-controller.routes.ts";
import { tvmRoutes } from "./entities/tvm/tvm.routes.ts";
import { variableRoutes } from "./entities/variable/variable.routes.ts";
import { vehicleTypeRoutes } from "./entities/vehicle-type/vehicle-type.routes.ts";
import { dashboardRoutes } from "./live/dashboard.routes.ts";
import { deviceCameraRoutes } from "./live/device-camera.routes.ts";
import { eventRoutes } from "./live/event.routes.ts";
import { lampRoutes } from "./live/field/lamp.routes.ts";
import { fieldTestRoutes } from "./live/field-test.routes.ts";
import { gateActivityRoutes } from "./live/gate.routes.ts";
import { healthRoutes } from "./live/health.routes.ts";
import { identifierFileRoutes } from "./live/identifier-file.routes.ts";
import type { LiveParts } from "./live/live-parts.ts";
import { mygateRoutes } from "./live/mygate.routes.ts";
import { variablePublishRoutes } from "./live/variable-publish.routes.ts";
import type { Handlers } from "./platform/call.ts";
import type { Services } from "./platform/services.ts";

type ApiHandlers = Omit<Handlers<Api>, "GET /live">;

/** A handler for every call of the contract; the live stream is served by the platform itself. */
export const apiHandlers = (services: Services, { facts, field, images }: LiveParts): ApiHandlers => ({
  ...boomBarrierRoutes,
  ...buzzerRoutes,
  ...aiDeviceRoutes(services),
  ...cameraRoutes,
  ...dashboardRoutes(services),
  ...deviceCameraRoutes(services),
  ...handEnteredCameraRoutes,
  ...slotControllerRoutes,
  ...commissionRoutes(services),
  ...displayRoutes,
  ...gateRoutes,
  ...identifierRoutes(services),
  ...identifierFileRoutes(services),
  ...integrationRoutes(services),
  ...mygateRoutes(services),
  ...laneRoutes,
  ...reportTypeRoutes,
  ...reservationRoutes(services),
  ...rfidServerRoutes,
  ...sensorRoutes,
  ...tvmRoutes,
  ...variableRoutes(services),
  ...variablePublishRoutes(services),
  ...fieldTestRoutes(services, facts, field.origins),
  ...lampRoutes(services, facts),
  ...eventRoutes(services, facts),
  ...gateActivityRoutes(services, facts, field.origins),
  ...ingestRoutes(services),
  ...outboxRoutes(services),
  ...alertRoutes(services),
  ...authRoutes(services),
  ...configRoutes,
  ...healthRoutes(services, images),
  ...moduleActivationRoutes,
  ...vehicleTypeRoutes,
});
