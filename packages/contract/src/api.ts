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
import { backTestEndpoints } from "./entities/access/back-test.ts";
import { accountEndpoints } from "./entities/account.ts";
import { aiDeviceEndpoints } from "./entities/ai-device.ts";
import { alertEndpoints } from "./entities/alert.ts";
import { auditEndpoints } from "./entities/audit/audit.ts";
import { authEndpoints, providerSignInEndpoints } from "./entities/auth/auth.ts";
import { pinEndpoints } from "./entities/auth/pin.ts";
import { ownFactorEndpoints, secondStepEndpoints } from "./entities/auth/second-factor.ts";
import { boomBarrierEndpoints, boomBarrierTestEndpoints } from "./entities/boom-barrier.ts";
import { buzzerEndpoints, buzzerTestEndpoints } from "./entities/buzzer.ts";
import {
  cameraEndpoints,
  countingCameraEndpoints,
  deviceCameraEndpoints,
  plateCameraEndpoints,
  slotCameraEndpoints,
} from "./entities/camera.endpoints.ts";
import { commandEndpoints, gateActivityEndpoints } from "./entities/command.ts";
import { commissionEndpoints } from "./entities/commission.ts";
import { configEndpoints } from "./entities/config.ts";
import { dashboardEndpoints } from "./entities/dashboard.ts";
import { deviceQualityEndpoints, lookAlikeEndpoints } from "./entities/data-quality.ts";
import { diagnosticsEndpoints } from "./entities/diagnostics.ts";
import {
  binaryEndpoints,
  displayEndpoints,
  displayExtraEndpoints,
  gridEndpoints,
  lampEndpoints,
  multimediaEndpoints,
} from "./entities/display/display.endpoints.ts";
import { screenEndpoints, screenStreamEndpoints } from "./entities/display/screen.ts";
import { eventEndpoints, evidenceEndpoints, whatIfEndpoints } from "./entities/event.ts";
import { gateEndpoints } from "./entities/gate.ts";
import { hardwareStatusEndpoints } from "./entities/hardware-status.ts";
import { healthEndpoints } from "./entities/health.ts";
import { identifierEndpoints } from "./entities/identifier/identifier.ts";
import { ingestEndpoints } from "./entities/ingest.ts";
import { integrationEndpoints } from "./entities/integration.ts";
import { laneEndpoints } from "./entities/lane.ts";
import { liveEndpoints } from "./entities/live.ts";
import { moduleActivationEndpoints } from "./entities/module-activation.ts";
import { mygateEndpoints } from "./entities/mygate.ts";
import { notificationEndpoints, notificationRuleEndpoints, webhookEndpoints } from "./entities/notification.ts";
import { outboxEndpoints } from "./entities/outbox.ts";
import { areaCountEndpoints, gatesNowEndpoints, overviewEndpoints } from "./entities/overview.ts";
import { payloadMappingEndpoints } from "./entities/payload-mapping.ts";
import { legalHoldEndpoints, privacyEndpoints } from "./entities/privacy.ts";
import { providerEndpoints, signInSettingsEndpoints } from "./entities/provider.ts";
import { reportTypeEndpoints } from "./entities/report-type.ts";
import { reservationEndpoints } from "./entities/reservation.ts";
import { rfidServerEndpoints, rfidServerStatusEndpoints } from "./entities/rfid-server.ts";
import { rolePolicyEndpoints } from "./entities/role-policy.ts";
import { searchEndpoints } from "./entities/search.ts";
import { sensorEndpoints } from "./entities/sensor.ts";
import { slotControllerEndpoints, slotControllerScopeEndpoints } from "./entities/slot-controller.ts";
import { stationEndpoints } from "./entities/station.ts";
import { stayEndpoints } from "./entities/stay.ts";
import { tariffEndpoints, tariffVersionEndpoints } from "./entities/tariff.ts";
import { tvmEndpoints } from "./entities/tvm.ts";
import { roleEndpoints, userEndpoints } from "./entities/user.ts";
import { variableEndpoints } from "./entities/variable.endpoints.ts";
import { vehicleTypeEndpoints } from "./entities/vehicle-type.ts";
import { reportEndpoints } from "./reports/report.ts";
import { reportJobEndpoints } from "./reports/report-job.ts";
import { reportScheduleEndpoints } from "./reports/report-schedule.ts";

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

export type Api = typeof api;

export type ApiKey = keyof Api;
