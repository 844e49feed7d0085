import type { CallMessages } from "./endpoint.ts";
import { accessMessages } from "./entities/access/access.messages.ts";
import { accountMessages } from "./entities/account.messages.ts";
import { aiDeviceMessages } from "./entities/ai-device.messages.ts";
import { alertMessages } from "./entities/alert.messages.ts";
import { auditMessages } from "./entities/audit/audit.messages.ts";
import { authMessages } from "./entities/auth/auth.messages.ts";
import { pinMessages } from "./entities/auth/pin.messages.ts";
import { secondFactorMessages } from "./entities/auth/second-factor.messages.ts";
import { boomBarrierMessages } from "./entities/boom-barrier.messages.ts";
import { buzzerMessages } from "./entities/buzzer.messages.ts";
import { cameraMessages } from "./entities/camera.messages.ts";
import { commandMessages } from "./entities/command.messages.ts";
import { commissionMessages } from "./entities/commission.messages.ts";
import { configMessages } from "./entities/config.messages.ts";
import { dashboardMessages } from "./entities/dashboard.messages.ts";
import { dataQualityMessages } from "./entities/data-quality.messages.ts";
import { diagnosticsMessages } from "./entities/diagnostics.messages.ts";
import { displayMessages } from "./entities/display/display.messages.ts";
import { eventMessages } from "./entities/event.messages.ts";
import { gateMessages } from "./entities/gate.messages.ts";
import { hardwareStatusMessages } from "./entities/hardware-status.messages.ts";
import { healthMessages } from "./entities/health.messages.ts";
import { identifierMessages } from "./entities/identifier/identifier.messages.ts";
import { ingestMessages } from "./entities/ingest.messages.ts";
import { integrationMessages } from "./entities/integration.messages.ts";
import { laneMessages } from "./entities/lane.messages.ts";
import { moduleActivationMessages } from "./entities/module-activation.messages.ts";
import { mygateMessages } from "./entities/mygate.messages.ts";
import { notificationMessages } from "./entities/notification.messages.ts";
import { outboxMessages } from "./entities/outbox.messages.ts";
import { overviewMessages } from "./entities/overview.messages.ts";
import { payloadMappingMessages } from "./entities/payload-mapping.messages.ts";
import { privacyMessages } from "./entities/privacy.messages.ts";
import { providerMessages } from "./entities/provider.messages.ts";
import { reportTypeMessages } from "./entities/report-type.messages.ts";
import { reservationMessages } from "./entities/reservation.messages.ts";
import { rfidServerMessages } from "./entities/rfid-server.messages.ts";
import { rolePolicyMessages } from "./entities/role-policy.messages.ts";
import { searchMessages } from "./entities/search.messages.ts";
import { sensorMessages } from "./entities/sensor.messages.ts";
import { slotControllerMessages } from "./entities/slot-controller.messages.ts";
import { stationMessages } from "./entities/station.messages.ts";
import { stayMessages } from "./entities/stay.messages.ts";
import { tariffMessages } from "./entities/tariff.messages.ts";
import { tvmMessages } from "./entities/tvm.messages.ts";
import { userMessages } from "./entities/user.messages.ts";
import { variableMessages } from "./entities/variable.messages.ts";
import { vehicleTypeMessages } from "./entities/vehicle-type.messages.ts";
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
