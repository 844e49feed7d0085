import type { CallMessages } from "./endpoint.ts";
import { accessMessages } from "./entities/access/access.messages.ts";
import { accountMessages } from "./entities/account/account.messages.ts";
import { aiDeviceMessages } from "./entities/ai-device/ai-device.messages.ts";
import { alertMessages } from "./entities/alert/alert.messages.ts";
import { auditMessages } from "./entities/audit/audit.messages.ts";
import { authMessages } from "./entities/auth/auth.messages.ts";
import { pinMessages } from "./entities/auth/pin.messages.ts";
import { secondFactorMessages } from "./entities/auth/second-factor.messages.ts";
import { boomBarrierMessages } from "./entities/boom-barrier/boom-barrier.messages.ts";
import { buzzerMessages } from "./entities/buzzer/buzzer.messages.ts";
import { cameraMessages } from "./entities/camera/camera.messages.ts";
import { commandMessages } from "./entities/command/command.messages.ts";
import { commissionMessages } from "./entities/commission/commission.messages.ts";
import { configMessages } from "./entities/config/config.messages.ts";
import { dashboardMessages } from "./entities/dashboard/dashboard.messages.ts";
import { dataQualityMessages } from "./entities/data-quality/data-quality.messages.ts";
import { diagnosticsMessages } from "./entities/diagnostics/diagnostics.messages.ts";
import { displayMessages } from "./entities/display/display.messages.ts";
import { eventMessages } from "./entities/event/event.messages.ts";
import { gateMessages } from "./entities/gate/gate.messages.ts";
import { hardwareStatusMessages } from "./entities/hardware-status/hardware-status.messages.ts";
import { healthMessages } from "./entities/health/health.messages.ts";
import { identifierMessages } from "./entities/identifier/identifier.messages.ts";
import { ingestMessages } from "./entities/ingest/ingest.messages.ts";
import { integrationMessages } from "./entities/integration/integration.messages.ts";
import { laneMessages } from "./entities/lane/lane.messages.ts";
import { moduleActivationMessages } from "./entities/module-activation/module-activation.messages.ts";
import { mygateMessages } from "./entities/mygate/mygate.messages.ts";
import { notificationMessages } from "./entities/notification/notification.messages.ts";
import { outboxMessages } from "./entities/outbox/outbox.messages.ts";
import { overviewMessages } from "./entities/overview/overview.messages.ts";
import { payloadMappingMessages } from "./entities/payload-mapping/payload-mapping.messages.ts";
import { privacyMessages } from "./entities/privacy/privacy.messages.ts";
import { providerMessages } from "./entities/provider/provider.messages.ts";
import { reportTypeMessages } from "./entities/report-type/report-type.messages.ts";
import { reservationMessages } from "./entities/reservation/reservation.messages.ts";
import { rfidServerMessages } from "./entities/rfid-server/rfid-server.messages.ts";
import { rolePolicyMessages } from "./entities/role-policy/role-policy.messages.ts";
import { searchMessages } from "./entities/search/search.messages.ts";
import { sensorMessages } from "./entities/sensor/sensor.messages.ts";
import { slotControllerMessages } from "./entities/slot-controller/slot-controller.messages.ts";
import { stationMessages } from "./entities/station/station.messages.ts";
import { stayMessages } from "./entities/stay/stay.messages.ts";
import { tariffMessages } from "./entities/tariff/tariff.messages.ts";
import { tvmMessages } from "./entities/tvm/tvm.messages.ts";
import { userMessages } from "./entities/user/user.messages.ts";
import { variableMessages } from "./entities/variable/variable.messages.ts";
import { vehicleTypeMessages } from "./entities/vehicle-type/vehicle-type.messages.ts";
import { reportMessages } from "./reports/report.messages.ts";
import { reportJobMessages } from "./reports/report-job.messages.ts";

/** The console's messages after each call, by endpoint key; without zod, because every page loads it. */
export const callMessages: CallMessages = {
  ...dashboardMessages,
  ...slotControllerMessages,
  ...aiDeviceMessages,
  ...boomBarrierMessages,
  ...buzzerMessages,
  ...cameraMessages,
  ...commissionMessages,
  ...displayMessages,
  ...gateMessages,
  ...identifierMessages,
  ...integrationMessages,
  ...mygateMessages,
  ...laneMessages,
  ...reportTypeMessages,
  ...reportMessages,
  ...reportJobMessages,
  ...tariffMessages,
  ...stayMessages,
  ...reservationMessages,
  ...rfidServerMessages,
  ...sensorMessages,
  ...tvmMessages,
  ...userMessages,
  ...providerMessages,
  ...variableMessages,
  ...notificationMessages,
  ...outboxMessages,
  ...ingestMessages,
  ...payloadMappingMessages,
  ...commandMessages,
  ...eventMessages,
  ...searchMessages,
  ...stationMessages,
  ...accessMessages,
  ...overviewMessages,
  ...dataQualityMessages,
  ...alertMessages,
  ...auditMessages,
  ...authMessages,
  ...accountMessages,
  ...rolePolicyMessages,
  ...secondFactorMessages,
  ...pinMessages,
  ...privacyMessages,
  ...configMessages,
  ...hardwareStatusMessages,
  ...healthMessages,
  ...diagnosticsMessages,
  ...moduleActivationMessages,
  ...vehicleTypeMessages,
};
