import type { DeclaredEndpoint, EndpointKey } from "./endpoint.ts";
import {
  areaEndpoints,
  groupEndpoints,
  listEntryEndpoints,
  overrideEndpoints,
  passEndpoints,
  presenceEndpoints,
  ruleEndpoints,
  scheduleEndpoints,
} from "./entities/access/access.endpoints.ts";
import { backTestEndpoints } from "./entities/access/back-test.endpoints.ts";
import { accountEndpoints } from "./entities/account/account.endpoints.ts";
import { aiDeviceEndpoints } from "./entities/ai-device/ai-device.endpoints.ts";
import { alertEndpoints } from "./entities/alert/alert.endpoints.ts";
import { auditEndpoints } from "./entities/audit/audit.endpoints.ts";
import { authEndpoints } from "./entities/auth/auth.endpoints.ts";
import { pinEndpoints } from "./entities/auth/pin.endpoints.ts";
import { providerSignInEndpoints } from "./entities/auth/provider-sign-in.endpoints.ts";
import { ownFactorEndpoints, secondStepEndpoints } from "./entities/auth/second-factor.endpoints.ts";
import { boomBarrierEndpoints, boomBarrierTestEndpoints } from "./entities/boom-barrier/boom-barrier.endpoints.ts";
import { buzzerEndpoints, buzzerTestEndpoints } from "./entities/buzzer/buzzer.endpoints.ts";
import {
  cameraEndpoints,
  countingCameraEndpoints,
  deviceCameraEndpoints,
  plateCameraEndpoints,
  slotCameraEndpoints,
} from "./entities/camera/camera.endpoints.ts";
import { commandEndpoints, gateActivityEndpoints } from "./entities/command/command.endpoints.ts";
import { commissionEndpoints } from "./entities/commission/commission.endpoints.ts";
import { configEndpoints } from "./entities/config/config.endpoints.ts";
import { dashboardEndpoints } from "./entities/dashboard/dashboard.endpoints.ts";
import { deviceQualityEndpoints, lookAlikeEndpoints } from "./entities/data-quality/data-quality.endpoints.ts";
import { diagnosticsEndpoints } from "./entities/diagnostics/diagnostics.endpoints.ts";
import {
  binaryEndpoints,
  displayEndpoints,
  displayExtraEndpoints,
  gridEndpoints,
  lampEndpoints,
  multimediaEndpoints,
} from "./entities/display/display.endpoints.ts";
import { screenEndpoints, screenStreamEndpoints } from "./entities/display/screen.endpoints.ts";
import { eventEndpoints, evidenceEndpoints, whatIfEndpoints } from "./entities/event/event.endpoints.ts";
import { gateEndpoints } from "./entities/gate/gate.endpoints.ts";
import { hardwareStatusEndpoints } from "./entities/hardware-status/hardware-status.endpoints.ts";
import { healthEndpoints } from "./entities/health/health.endpoints.ts";
import { identifierEndpoints } from "./entities/identifier/identifier.endpoints.ts";
import { ingestEndpoints } from "./entities/ingest/ingest.endpoints.ts";
import { integrationEndpoints } from "./entities/integration/integration.endpoints.ts";
import { laneEndpoints } from "./entities/lane/lane.endpoints.ts";
import { liveEndpoints } from "./entities/live/live.endpoints.ts";
import { moduleActivationEndpoints } from "./entities/module-activation/module-activation.endpoints.ts";
import { mygateEndpoints } from "./entities/mygate/mygate.endpoints.ts";
import {
  notificationEndpoints,
  notificationRuleEndpoints,
  webhookEndpoints,
} from "./entities/notification/notification.endpoints.ts";
import { outboxEndpoints } from "./entities/outbox/outbox.endpoints.ts";
import { areaCountEndpoints, gatesNowEndpoints, overviewEndpoints } from "./entities/overview/overview.endpoints.ts";
import { payloadMappingEndpoints } from "./entities/payload-mapping/payload-mapping.endpoints.ts";
import { legalHoldEndpoints, privacyEndpoints } from "./entities/privacy/privacy.endpoints.ts";
import { providerEndpoints, signInSettingsEndpoints } from "./entities/provider/provider.endpoints.ts";
import { reportTypeEndpoints } from "./entities/report-type/report-type.endpoints.ts";
import { reservationEndpoints } from "./entities/reservation/reservation.endpoints.ts";
import { rfidServerEndpoints, rfidServerStatusEndpoints } from "./entities/rfid-server/rfid-server.endpoints.ts";
import { rolePolicyEndpoints } from "./entities/role-policy/role-policy.endpoints.ts";
import { searchEndpoints } from "./entities/search/search.endpoints.ts";
import { sensorEndpoints } from "./entities/sensor/sensor.endpoints.ts";
import {
  slotControllerEndpoints,
  slotControllerScopeEndpoints,
} from "./entities/slot-controller/slot-controller.endpoints.ts";
import { stationEndpoints } from "./entities/station/station.endpoints.ts";
import { stayEndpoints } from "./entities/stay/stay.endpoints.ts";
import { tariffEndpoints, tariffVersionEndpoints } from "./entities/tariff/tariff.endpoints.ts";
import { tvmEndpoints } from "./entities/tvm/tvm.endpoints.ts";
import { roleEndpoints, userEndpoints } from "./entities/user/user.endpoints.ts";
import { variableEndpoints } from "./entities/variable/variable.endpoints.ts";
import { vehicleTypeEndpoints } from "./entities/vehicle-type/vehicle-type.endpoints.ts";
import { reportEndpoints } from "./reports/report.endpoints.ts";
import { reportJobEndpoints } from "./reports/report-job.endpoints.ts";
import { reportScheduleEndpoints } from "./reports/report-schedule.endpoints.ts";

/** Every endpoint of the API. The console imports only its type, so it loads no schema before a form needs one. */
export const api = {
  ...dashboardEndpoints,
  ...slotControllerEndpoints,
  ...slotControllerScopeEndpoints,
  ...aiDeviceEndpoints,
  ...deviceCameraEndpoints,
  ...boomBarrierEndpoints,
  ...boomBarrierTestEndpoints,
  ...buzzerEndpoints,
  ...buzzerTestEndpoints,
  ...cameraEndpoints,
  ...countingCameraEndpoints,
  ...plateCameraEndpoints,
  ...slotCameraEndpoints,
  ...commissionEndpoints,
  ...displayEndpoints,
  ...gridEndpoints,
  ...binaryEndpoints,
  ...multimediaEndpoints,
  ...displayExtraEndpoints,
  ...lampEndpoints,
  ...screenEndpoints,
  ...screenStreamEndpoints,
  ...gateEndpoints,
  ...identifierEndpoints,
  ...integrationEndpoints,
  ...mygateEndpoints,
  ...laneEndpoints,
  ...reportTypeEndpoints,
  ...reportEndpoints,
  ...reportJobEndpoints,
  ...reportScheduleEndpoints,
  ...tariffEndpoints,
  ...tariffVersionEndpoints,
  ...stayEndpoints,
  ...reservationEndpoints,
  ...rfidServerEndpoints,
  ...rfidServerStatusEndpoints,
  ...sensorEndpoints,
  ...tvmEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
  ...variableEndpoints,
  ...notificationEndpoints,
  ...notificationRuleEndpoints,
  ...webhookEndpoints,
  ...outboxEndpoints,
  ...payloadMappingEndpoints,
  ...ingestEndpoints,
  ...gateActivityEndpoints,
  ...commandEndpoints,
  ...eventEndpoints,
  ...evidenceEndpoints,
  ...searchEndpoints,
  ...stationEndpoints,
  ...whatIfEndpoints,
  ...areaEndpoints,
  ...groupEndpoints,
  ...scheduleEndpoints,
  ...ruleEndpoints,
  ...backTestEndpoints,
  ...listEntryEndpoints,
  ...passEndpoints,
  ...overrideEndpoints,
  ...presenceEndpoints,
  ...overviewEndpoints,
  ...gatesNowEndpoints,
  ...areaCountEndpoints,
  ...lookAlikeEndpoints,
  ...deviceQualityEndpoints,
  ...alertEndpoints,
  ...auditEndpoints,
  ...authEndpoints,
  ...accountEndpoints,
  ...rolePolicyEndpoints,
  ...secondStepEndpoints,
  ...ownFactorEndpoints,
  ...pinEndpoints,
  ...providerSignInEndpoints,
  ...providerEndpoints,
  ...signInSettingsEndpoints,
  ...privacyEndpoints,
  ...legalHoldEndpoints,
  ...configEndpoints,
  ...hardwareStatusEndpoints,
  ...healthEndpoints,
  ...diagnosticsEndpoints,
  ...liveEndpoints,
  ...moduleActivationEndpoints,
  ...vehicleTypeEndpoints,
} satisfies Record<EndpointKey, DeclaredEndpoint>;

/** The table of endpoints. */
export type Api = typeof api;

/** The key of an endpoint. */
export type ApiKey = keyof Api;
