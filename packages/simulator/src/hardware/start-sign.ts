import type { SignPlan, SimulatedSignDriver } from "../plan/hardware-plan.ts";
import type { SimulatedSign } from "./sign.ts";
import { startSnmpSign } from "./snmp-sign.ts";
import { startTextSign } from "./text-sign.ts";

const starters: Readonly<Record<SimulatedSignDriver, (plan: SignPlan, port: number) => Promise<SimulatedSign>>> = {
  "text-tcp": startTextSign,
  "ntcip-1203": startSnmpSign,
};

/** Starts a sign; port 0 picks a free port. */
export const startSign = (plan: SignPlan, port: number): Promise<SimulatedSign> => starters[plan.driver](plan, port);
