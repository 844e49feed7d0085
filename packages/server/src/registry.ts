import type { Api } from "@gatehouse/contract/api";
import { areaRoutes } from "./access/area.routes.ts";
import { listRoutes, passRoutes } from "./access/list.routes.ts";
import { overrideRoutes } from "./access/override.routes.ts";
import { policyVersionRoutes } from "./access/policy-version.routes.ts";
import { presenceRoutes } from "./access/presence.routes.ts";
import { groupRoutes, ruleRoutes, scheduleRoutes } from "./access/rule.routes.ts";
import { alertRoutes } from "./alerts/alert.routes.ts";
import { auditRoutes } from "./audit/audit.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { ownFactorRoutes } from "./auth/own-factor.routes.ts";
import { pinRoutes } from "./auth/pin.routes.ts";
import { secondStepRoutes } from "./auth/second-step.routes.ts";
import { backTestRoutes } from "./back-tests/back-test.routes.ts";
import { configRoutes } from "./configuration/config.routes.ts";
import { moduleActivationRoutes } from "./configuration/module-activation.routes.ts";
import { reportTypeRoutes } from "./configuration/report-type.routes.ts";
import { vehicleTypeRoutes } from "./configuration/vehicle-type.routes.ts";
import { deviceQualityRoutes, lookAlikeRoutes } from "./data-quality/data-quality.routes.ts";
import { aiDeviceRoutes } from "./devices/ai-device.routes.ts";
import { cameraRoutes } from "./devices/camera.routes.ts";
import { dashboardRoutes } from "./devices/dashboard.routes.ts";
import { deviceCameraRoutes } from "./devices/device-camera.routes.ts";
import { healthRoutes } from "./devices/health.routes.ts";
import { manualCameraRoutes } from "./devices/manual-camera.routes.ts";
import { diagnosticsRoutes } from "./diagnostics/diagnostics.routes.ts";
import { eventRoutes } from "./events/event.routes.ts";
import { gateActivityRoutes } from "./events/gate-activity.routes.ts";
import { evidenceRoutes } from "./evidence/evidence.routes.ts";
import { stayRoutes } from "./fares/stay.routes.ts";
import { tariffRoutes } from "./fares/tariff.routes.ts";
import { commissionRoutes } from "./hardware/commission.routes.ts";
import { gateCommandRoutes } from "./hardware/gate-command.routes.ts";
import { hardwareTestRoutes } from "./hardware/hardware-test.routes.ts";
import { lampRoutes } from "./hardware/lamp.routes.ts";
import { hardwareStatusRoutes } from "./hardware-status/hardware-status.routes.ts";
import { listHardwareStatus } from "./hardware-status/hardware-status.store.ts";
import { identifierRoutes } from "./identifiers/identifier.routes.ts";
import { identifierFileRoutes } from "./identifiers/identifier-file.routes.ts";
import { reservationRoutes } from "./identifiers/reservation.routes.ts";
import { ingestRoutes } from "./ingest/device-secret.routes.ts";
import { payloadMappingRoutes } from "./ingest/payload-mapping.routes.ts";
import { whatIfRoutes } from "./ingest/what-if.routes.ts";
import { auditReceiverRoutes } from "./integrations/audit-receiver.routes.ts";
import { integrationRoutes } from "./integrations/integration.routes.ts";
import { mygateRoutes } from "./integrations/mygate.routes.ts";
import { outboxRoutes } from "./integrations/outbox.routes.ts";
import { variablePublishRoutes } from "./integrations/variable-publish.routes.ts";
import { notificationRoutes } from "./notifications/notification.routes.ts";
import { notificationRuleRoutes } from "./notifications/notification-rule.routes.ts";
import { webhookRoutes } from "./notifications/webhook.routes.ts";
import { areaCountRoutes } from "./overview/area-count.routes.ts";
import { gatesNowRoutes } from "./overview/gates-now.routes.ts";
import { overviewRoutes } from "./overview/overview.routes.ts";
import { accountRoutes } from "./people/account.routes.ts";
import { roleRoutes } from "./people/role.routes.ts";
import { rolePolicyRoutes } from "./people/role-policy.routes.ts";
import { userRoutes } from "./people/user.routes.ts";
import type { ApiHandlers } from "./platform/http/call.ts";
import type { Services } from "./platform/services.ts";
import { legalHoldRoutes } from "./privacy/legal-hold.routes.ts";
import { privacyRoutes } from "./privacy/privacy.routes.ts";
import { providerRoutes } from "./providers/provider.routes.ts";
import { createProviderClient } from "./providers/provider-client.ts";
import { providerSignInRoutes } from "./providers/provider-sign-in.routes.ts";
import { createSessionCheck } from "./providers/session-check.ts";
import { signInSettingsRoutes } from "./providers/sign-in-settings.routes.ts";
import { readerStatusRoutes } from "./readers/reader-status.routes.ts";
import { listReaderStatus } from "./readers/reader-status.store.ts";
import { reportJobRoutes } from "./reports/jobs/report-job.routes.ts";
import { reportRoutes } from "./reports/report.routes.ts";
import { reportScheduleRoutes } from "./reports/schedules/report-schedule.routes.ts";
import { screenRoutes } from "./screens/screen.routes.ts";
import { searchRoutes } from "./search/search.routes.ts";
import type { SharedParts } from "./shared-parts.ts";
import { boomBarrierRoutes } from "./site/boom-barrier.routes.ts";
import { buzzerRoutes } from "./site/buzzer.routes.ts";
import { displayRoutes } from "./site/display.routes.ts";
import { gateRoutes } from "./site/gate.routes.ts";
import { laneRoutes } from "./site/lane.routes.ts";
import { rfidServerRoutes } from "./site/rfid-server.routes.ts";
import { sensorRoutes } from "./site/sensor.routes.ts";
import { slotControllerRoutes } from "./site/slot-controller.routes.ts";
import { tvmRoutes } from "./site/tvm.routes.ts";
import { stationRoutes } from "./station/station.routes.ts";
import { streamRoutes } from "./streams/stream.routes.ts";
import { variableRoutes } from "./variables/variable.routes.ts";

/** The handlers of all endpoints of the contract. */
export const apiHandlers = (
  services: Services,
  { siteCache, commandSender, screens, sinkListeners: { probe }, images, backTests, reportFiles, machine }: SharedParts,
  providerClient = createProviderClient(services),
): ApiHandlers<Api> => ({
  ...boomBarrierRoutes,
  ...buzzerRoutes,
  ...aiDeviceRoutes(services),
  ...cameraRoutes(probe),
  ...streamRoutes(services),
  ...dashboardRoutes(services),
  ...deviceCameraRoutes(services, probe),
  ...manualCameraRoutes(probe),
  ...slotControllerRoutes,
  ...commissionRoutes(services),
  ...displayRoutes(services),
  ...screenRoutes(services, screens),
  ...gateRoutes,
  ...identifierRoutes(services),
  ...identifierFileRoutes(services),
  ...integrationRoutes(services),
  ...mygateRoutes(services),
  ...laneRoutes,
  ...reportTypeRoutes,
  ...reportRoutes(services),
  ...reportJobRoutes(services, reportFiles),
  ...reportScheduleRoutes(services),
  ...tariffRoutes(services),
  ...stayRoutes(services),
  ...reservationRoutes(services),
  ...readerStatusRoutes,
  ...rfidServerRoutes,
  ...sensorRoutes,
  ...tvmRoutes,
  ...roleRoutes,
  ...userRoutes(services),
  ...variableRoutes(services),
  ...variablePublishRoutes(services),
  ...hardwareTestRoutes(services, siteCache, commandSender.origins),
  ...lampRoutes(services, siteCache),
  ...eventRoutes(services, siteCache),
  ...evidenceRoutes(services, images?.store),
  ...privacyRoutes(services, images?.store),
  ...legalHoldRoutes(services),
  ...gateActivityRoutes(services),
  ...gateCommandRoutes(services, siteCache, commandSender.origins),
  ...searchRoutes(services),
  ...stationRoutes(services, siteCache, commandSender.origins),
  ...whatIfRoutes(services, siteCache),
  ...areaRoutes,
  ...groupRoutes,
  ...scheduleRoutes,
  ...ruleRoutes(services, backTests),
  ...backTestRoutes(services, backTests),
  ...policyVersionRoutes(services, backTests),
  ...listRoutes(services),
  ...passRoutes,
  ...overrideRoutes(services, siteCache),
  ...presenceRoutes(services),
  ...overviewRoutes(services),
  ...gatesNowRoutes(services),
  ...areaCountRoutes(services),
  ...lookAlikeRoutes,
  ...deviceQualityRoutes(services),
  ...ingestRoutes(services),
  ...payloadMappingRoutes(services, siteCache),
  ...notificationRoutes(services),
  ...notificationRuleRoutes(services),
  ...webhookRoutes(services),
  ...outboxRoutes(services),
  ...alertRoutes(services),
  ...auditRoutes(services),
  ...auditReceiverRoutes(services),
  ...authRoutes(services, createSessionCheck(services, providerClient, "session")),
  ...providerSignInRoutes(services, providerClient),
  ...providerRoutes(services),
  ...signInSettingsRoutes(services, providerClient),
  ...accountRoutes(services),
  ...rolePolicyRoutes,
  ...secondStepRoutes(services),
  ...ownFactorRoutes(services),
  ...pinRoutes(services),
  ...configRoutes,
  ...hardwareStatusRoutes([listHardwareStatus, listReaderStatus]),
  ...healthRoutes(services, images),
  ...diagnosticsRoutes(services, machine),
  ...moduleActivationRoutes,
  ...vehicleTypeRoutes,
});
