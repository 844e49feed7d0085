import type { Api } from "@gatehouse/contract/api";
import { backTestRoutes } from "./access/back-tests/back-test.routes.ts";
import { stayRoutes } from "./access/fares/stay.routes.ts";
import { tariffRoutes } from "./access/fares/tariff.routes.ts";
import { identifierRoutes } from "./access/identifiers/identifier.routes.ts";
import { identifierFileRoutes } from "./access/identifiers/identifier-file.routes.ts";
import { integrationRoutes } from "./access/identifiers/integration.routes.ts";
import { mygateRoutes } from "./access/identifiers/mygate.routes.ts";
import { reservationRoutes } from "./access/identifiers/reservation.routes.ts";
import { areaRoutes } from "./access/rules/area.routes.ts";
import { listRoutes, passRoutes } from "./access/rules/list.routes.ts";
import { policyVersionRoutes } from "./access/rules/policy-version.routes.ts";
import { presenceRoutes } from "./access/rules/presence.routes.ts";
import { groupRoutes, ruleRoutes, scheduleRoutes } from "./access/rules/rule.routes.ts";
import { alertRoutes } from "./alert/alerts/alert.routes.ts";
import { auditReceiverRoutes } from "./alert/integrations/audit-receiver.routes.ts";
import { outboxRoutes } from "./alert/integrations/outbox.routes.ts";
import { variablePublishRoutes } from "./alert/integrations/variable-publish.routes.ts";
import { notificationRoutes } from "./alert/notifications/notification.routes.ts";
import { notificationRuleRoutes } from "./alert/notifications/notification-rule.routes.ts";
import { webhookRoutes } from "./alert/notifications/webhook.routes.ts";
import { commissionRoutes } from "./gate/hardware/commission.routes.ts";
import { gateCommandRoutes } from "./gate/hardware/gate-command.routes.ts";
import { hardwareTestRoutes } from "./gate/hardware/hardware-test.routes.ts";
import { lampRoutes } from "./gate/hardware/lamp.routes.ts";
import { hardwareStatusRoutes } from "./gate/hardware-status/hardware-status.routes.ts";
import { listHardwareStatus } from "./gate/hardware-status/hardware-status.store.ts";
import { screenRoutes } from "./gate/screens/screen.routes.ts";
import { boomBarrierRoutes } from "./gate/site/boom-barrier.routes.ts";
import { buzzerRoutes } from "./gate/site/buzzer.routes.ts";
import { displayRoutes } from "./gate/site/display.routes.ts";
import { gateRoutes } from "./gate/site/gate.routes.ts";
import { laneRoutes } from "./gate/site/lane.routes.ts";
import { overrideRoutes } from "./gate/site/override.routes.ts";
import { rfidServerRoutes } from "./gate/site/rfid-server.routes.ts";
import { sensorRoutes } from "./gate/site/sensor.routes.ts";
import { slotControllerRoutes } from "./gate/site/slot-controller.routes.ts";
import { tvmRoutes } from "./gate/site/tvm.routes.ts";
import { auditRoutes } from "./house/audit/audit.routes.ts";
import { configRoutes } from "./house/configuration/config.routes.ts";
import { moduleActivationRoutes } from "./house/configuration/module-activation.routes.ts";
import { vehicleTypeRoutes } from "./house/configuration/vehicle-type.routes.ts";
import { diagnosticsRoutes } from "./house/diagnostics/diagnostics.routes.ts";
import { legalHoldRoutes } from "./house/privacy/legal-hold.routes.ts";
import { privacyRoutes } from "./house/privacy/privacy.routes.ts";
import { reportTypeRoutes } from "./house/report-type.routes.ts";
import { aiDeviceRoutes } from "./intake/devices/ai-device.routes.ts";
import { cameraRoutes } from "./intake/devices/camera.routes.ts";
import { dashboardRoutes } from "./intake/devices/dashboard.routes.ts";
import { deviceCameraRoutes } from "./intake/devices/device-camera.routes.ts";
import { healthRoutes } from "./intake/devices/health.routes.ts";
import { manualCameraRoutes } from "./intake/devices/manual-camera.routes.ts";
import { ingestRoutes } from "./intake/ingest/device-secret.routes.ts";
import { payloadMappingRoutes } from "./intake/ingest/payload-mapping.routes.ts";
import { whatIfRoutes } from "./intake/ingest/what-if.routes.ts";
import { readerStatusRoutes } from "./intake/readers/reader-status.routes.ts";
import { listReaderStatus } from "./intake/readers/reader-status.store.ts";
import { streamRoutes } from "./intake/streams/stream.routes.ts";
import { authRoutes } from "./people/auth/auth.routes.ts";
import { ownFactorRoutes } from "./people/auth/own-factor.routes.ts";
import { pinRoutes } from "./people/auth/pin.routes.ts";
import { secondStepRoutes } from "./people/auth/second-step.routes.ts";
import { providerRoutes } from "./people/providers/provider.routes.ts";
import { createProviderClient } from "./people/providers/provider-client.ts";
import { providerSignInRoutes } from "./people/providers/provider-sign-in.routes.ts";
import { createSessionCheck } from "./people/providers/session-check.ts";
import { signInSettingsRoutes } from "./people/providers/sign-in-settings.routes.ts";
import { accountRoutes } from "./people/users/account.routes.ts";
import { roleRoutes } from "./people/users/role.routes.ts";
import { rolePolicyRoutes } from "./people/users/role-policy.routes.ts";
import { userRoutes } from "./people/users/user.routes.ts";
import type { ApiHandlers } from "./platform/http/call.ts";
import type { Services } from "./platform/services.ts";
import { deviceQualityRoutes, lookAlikeRoutes } from "./record/data-quality/data-quality.routes.ts";
import { eventRoutes } from "./record/events/event.routes.ts";
import { gateActivityRoutes } from "./record/events/gate-activity.routes.ts";
import { evidenceRoutes } from "./record/evidence/evidence.routes.ts";
import { areaCountRoutes } from "./record/overview/area-count.routes.ts";
import { gatesNowRoutes } from "./record/overview/gates-now.routes.ts";
import { overviewRoutes } from "./record/overview/overview.routes.ts";
import { reportJobRoutes } from "./record/reports/jobs/report-job.routes.ts";
import { reportRoutes } from "./record/reports/report.routes.ts";
import { reportScheduleRoutes } from "./record/reports/schedules/report-schedule.routes.ts";
import { searchRoutes } from "./record/search/search.routes.ts";
import { stationRoutes } from "./record/station/station.routes.ts";
import { variableRoutes } from "./record/variables/variable.routes.ts";
import type { SharedParts } from "./shared-parts.ts";

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
